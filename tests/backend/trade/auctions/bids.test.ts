import { describe, expect, test } from 'vitest';
import { endAuction } from '#backend/domain/trade/auctions/ending.ts';
import { auctionsIn, biddingIn } from '../../../setup/auctions.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';

const app = await testBackend();
const { ports, call, ok, makeFan, makeCreator, fund, ctx } = app;
const { makeAuction, rowOf, bidsOf, after } = auctionsIn(app);
const { block } = postsIn(app);
const { richFan, keyed, bid, view, wallet, held, sound } = biddingIn(app);
const minute = 60_000;

describe('a bid', () => {
  test('holds its tokens and leads; the next bid must be one step higher', async () => {
    const [creator, fan] = [await makeCreator(), await richFan()];
    const id = await makeAuction(creator);
    ports.transport.clear();
    const { status, data } = await bid(fan, id, 10);
    expect(status).toBe(201);
    const masked = `${fan.username[0]}•••${fan.username.at(-1)}`;
    expect(data).toMatchObject({
      balance: 990,
      bid: { seq: 1, amount: 10, result: 'leading', bidder: { name: masked, isYou: true } },
      news: {
        auctionId: id,
        amount: 10,
        minimumBid: 11,
        bidCount: 1,
        reserveMet: true,
        leader: { name: masked, isYou: true },
        endsAt: after(3_600_000).toISOString(),
        serverTime: after(0).toISOString(),
      },
    });
    expect([await wallet(fan), await held(fan)]).toEqual([990, 10]);
    expect(await view(id, fan)).toMatchObject({
      currentPrice: 10,
      minimumBid: 11,
      bidCount: 1,
      leader: { name: masked, isYou: true },
      ownBid: { amount: 10, result: 'leading' },
      state: 'live',
    });
    expect(await view(id)).toMatchObject({
      currentPrice: 10,
      leader: { name: masked, isYou: false },
      ownBid: null,
    });
    expect(
      ports.transport.of('auction/bid').map(({ room, payload }) => [room, payload.leader.isYou]),
    ).toEqual([
      [`account:${fan.id}`, true],
      [`auction:${id}`, false],
    ]);
    expect(ports.transport.of('balance/updated', `account:${fan.id}`)[0]?.payload).toEqual({
      added: -10,
      balance: 990,
    });
    await sound();
  });

  test('outbid: the tokens are returned at the same moment, and the person is notified', async () => {
    const [creator, first, second] = [await makeCreator(), await richFan(), await richFan()];
    const id = await makeAuction(creator);
    await bid(first, id, 20);
    ports.transport.clear();
    expect((await bid(second, id, 21)).status).toBe(201);
    expect([await wallet(first), await held(first), await wallet(second), await held(second)]).toEqual([
      1_000, 0, 979, 21,
    ]);
    expect(ports.transport.of('balance/updated', `account:${first.id}`)[0]?.payload).toEqual({
      added: 20,
      balance: 1_000,
    });
    expect(ports.transport.of('notification/created', `account:${first.id}`)[0]?.payload).toEqual({
      kind: 'outbid',
      text: 'You were outbid on “A signed print”: 21 tokens. Your 20 tokens are back in your wallet.',
      href: `/auctions/${id}`,
    });
    const rows = await ok('GET /wallet/charges/search', { token: first.token });
    expect(rows.data.slice(0, 2)).toMatchObject([
      {
        kind: 'release',
        tokens: 20,
        balanceAfter: 1_000,
        description: 'Outbid on “A signed print”',
        itemId: id,
        performer: { _id: creator.id },
      },
      { kind: 'hold', tokens: -20, balanceAfter: 980 },
    ]);
    await sound();
  });

  test('raising your own bid holds only the difference', async () => {
    const [creator, fan] = [await makeCreator(), await richFan(50)];
    const id = await makeAuction(creator);
    await bid(fan, id, 40);
    expect((await bid(fan, id, 41)).problem).toMatchObject({ status: 409, minimumBid: 42 });
    expect((await bid(fan, id, 50)).status).toBe(201);
    expect([await wallet(fan), await held(fan)]).toEqual([0, 50]);
    expect((await bidsOf(id)).map(({ seq, amount, result }) => [seq, amount, result])).toEqual([
      [1, 40, 'outbid'],
      [2, 50, 'leading'],
    ]);
    await sound();
  });

  test.each([
    [10, 1],
    [29, 1],
    [30, 2],
    [49, 2],
    [50, 3],
    [99, 3],
    [100, 5],
    [299, 5],
    [300, 10],
    [999, 10],
    [1_000, 20],
    [1_999, 20],
    [2_000, 50],
    [90_000, 50],
  ])('at %i the step is %i', async (price, step) => {
    const [creator, fan, other] = [await makeCreator(), await richFan(100_000), await richFan(100_000)];
    const id = await makeAuction(creator, { startPrice: price });
    expect((await bid(fan, id, price - 1)).problem).toMatchObject({
      status: 409,
      minimumBid: price,
      message: expect.stringMatching(/^Bid at least /),
    });
    expect((await bid(fan, id, price)).data.news.minimumBid).toBe(price + step);
    expect((await bid(other, id, price + step - 1)).problem).toMatchObject({
      status: 409,
      minimumBid: price + step,
    });
    expect((await bid(other, id, price + step)).status).toBe(201);
  });

  test("rejected: by the owner, before the start, after the end, without the tokens, by someone who can't see it; nothing moves", async () => {
    const [creator, fan, blocked] = [await makeCreator(), await richFan(5), await richFan()];
    await fund(creator.id, 1_000);
    const id = await makeAuction(creator);
    const early = await makeAuction(creator, { startAt: after(minute), state: 'scheduled' });
    const late = await makeAuction(creator, { startAt: after(-2 * minute), endAt: after(0) });
    await block(creator.id, blocked.id);
    const before = [await rowOf(id), await rowOf(early), await rowOf(late)];
    expect(await bid(creator, id, 10)).toMatchObject({
      status: 403,
      problem: { message: 'You can’t bid on your own auction.' },
    });
    expect(await bid(await richFan(), early, 10)).toMatchObject({
      status: 409,
      problem: { message: 'Bidding hasn’t started yet.' },
    });
    expect(await bid(await richFan(), late, 10)).toMatchObject({
      status: 409,
      problem: { message: 'This auction has ended.' },
    });
    expect(await bid(fan, id, 10)).toMatchObject({
      status: 402,
      problem: { code: 'insufficient_balance', missing: 5 },
    });
    expect(await bid(await makeFan(), id, 10)).toMatchObject({ status: 402, problem: { missing: 10 } });
    expect((await bid(blocked, id, 10)).status).toBe(404);
    expect([await rowOf(id), await rowOf(early), await rowOf(late)]).toEqual(before);
    expect(await bidsOf(id)).toEqual([]);
    expect([await wallet(fan), await wallet(creator), await wallet(blocked)]).toEqual([5, 1_000, 1_000]);
    await sound();
  });

  test('sent twice with the same key, it is one bid, the same reply, one hold', async () => {
    const [creator, fan] = [await makeCreator(), await richFan()];
    const id = await makeAuction(creator);
    const key = ports.ids();
    const answers = await Promise.all(Array.from({ length: 20 }, () => keyed(key)(fan, id, 25)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect([await held(fan), (await bidsOf(id)).length]).toEqual([25, 1]);
    expect((await keyed(key)(fan, id, 30)).problem.code).toBe('idempotency_mismatch');
  });

  test('after being rejected for lack of tokens, the same key succeeds after a top-up', async () => {
    const [creator, fan] = [await makeCreator(), await richFan(5)];
    const id = await makeAuction(creator);
    const key = ports.ids();
    expect((await keyed(key)(fan, id, 10)).status).toBe(402);
    await fund(fan.id, 10);
    expect((await keyed(key)(fan, id, 10)).status).toBe(201);
  });
});

describe('many bids at once', () => {
  test('200 bids by 40 people: seq without gaps, rising amounts, one leader, nobody else has a hold', async () => {
    const creator = await makeCreator();
    const people = await Promise.all(Array.from({ length: 40 }, () => richFan(5_000)));
    const id = await makeAuction(creator);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => bid(people[n % 40]!, id, 10 + ((n * 37) % 400))),
    );
    const taken = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409).map(({ text }) => text)).toEqual(
      [],
    );
    const rows = await bidsOf(id);
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at + 1));
    expect(rows).toHaveLength(taken.length);
    for (const [at, row] of rows.entries())
      if (at > 0) expect(row.amount).toBeGreaterThan(rows[at - 1]!.amount);
    expect(rows.filter(({ result }) => result === 'leading')).toEqual([rows.at(-1)]);
    const last = rows.at(-1)!;
    expect(await rowOf(id)).toMatchObject({
      bidCount: rows.length,
      currentPrice: last.amount,
      leaderId: last.bidderId,
    });
    for (const person of people)
      expect([person.id, await held(person), await wallet(person)]).toEqual(
        person.id === last.bidderId ? [person.id, last.amount, 5_000 - last.amount] : [person.id, 0, 5_000],
      );
    await sound();
  });

  test('the same two people on two auctions, crosswise: no deadlock', async () => {
    const creator = await makeCreator();
    const [a, b] = [await richFan(100_000), await richFan(100_000)];
    const ids = [await makeAuction(creator), await makeAuction(creator)];
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, n) => bid(n % 2 ? a : b, ids[(n >> 1) % 2]!, 10 + n * 60)),
    );
    expect(answers.filter(({ status }) => status !== 201 && status !== 409).map(({ text }) => text)).toEqual(
      [],
    );
    await sound();
  });

  test('the end and 50 bids at its moment: each bid is before or after it, never both', async () => {
    const creator = await makeCreator();
    const people = await Promise.all(Array.from({ length: 10 }, () => richFan()));
    const id = await makeAuction(creator, { endAt: after(minute) });
    await bid(people[0]!, id, 10);
    ports.clock.move(minute);
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 50 }, (_, n) => bid(people[n % 10]!, id, 11 + n))),
      endAuction(ctx, id),
      endAuction(ctx, id),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]));
    expect(await rowOf(id)).toMatchObject({ state: 'sold', bidCount: 1, currentPrice: 10 });
    await sound();
  });
});

describe('reading bids', () => {
  test('newest first, page after page; masked, with your own marked', async () => {
    const [creator, a, b] = [await makeCreator(), await richFan(), await richFan()];
    const id = await makeAuction(creator);
    for (let n = 0; n < 5; n += 1) await bid(n % 2 ? a : b, id, 10 + n);
    const first = await ok('GET /aution-item/search', { token: a.token, query: { auctionId: id, limit: 3 } });
    expect(first).toMatchObject({ total: 5, nextCursor: '3' });
    expect(first.data.map(({ seq, bidder, result }) => [seq, bidder.isYou, result])).toEqual([
      [5, false, 'leading'],
      [4, true, 'outbid'],
      [3, false, 'outbid'],
    ]);
    const second = await ok('GET /aution-item/search', {
      token: a.token,
      query: { auctionId: id, limit: 3, cursor: first.nextCursor! },
    });
    expect(second.data.map(({ seq }) => seq)).toEqual([2, 1]);
    expect(second.nextCursor).toBeNull();
    expect(JSON.stringify([first, second])).not.toContain(b.username);
    expect(JSON.stringify(first)).not.toContain(a.id);
    expect((await call('GET /aution-item/search', { query: { auctionId: id, cursor: 'x' } })).status).toBe(
      422,
    );
  });

  test('your auctions: the last bid on each and its outcome; still there after a block, without images', async () => {
    const [creator, other, fan] = [await makeCreator(), await makeCreator(), await richFan()];
    const won = await makeAuction(creator, { endAt: after(5 * minute) });
    const outbid = await makeAuction(other);
    await bid(fan, won, 10);
    ports.clock.move(1);
    await bid(fan, outbid, 10);
    ports.clock.move(1);
    await bid(fan, won, 12);
    await bid(await richFan(), outbid, 20);
    const list = async (query: object = {}) =>
      (await ok('GET /autions/users/search', { token: fan.token, query })).data.map(
        ({ _id, ownBid, currentPrice }) => [_id, ownBid?.amount, ownBid?.result, currentPrice],
      );
    expect(await list()).toEqual([
      [won, 12, 'leading', 12],
      [outbid, 10, 'outbid', 20],
    ]);
    expect(await list({ result: 'outbid' })).toEqual([[outbid, 10, 'outbid', 20]]);
    const page = await ok('GET /autions/users/search', { token: fan.token, query: { limit: 1 } });
    expect([page.total, page.data[0]?._id]).toEqual([2, won]);
    expect(
      (
        await ok('GET /autions/users/search', {
          token: fan.token,
          query: { limit: 1, cursor: page.nextCursor! },
        })
      ).data.map(({ _id }) => _id),
    ).toEqual([outbid]);
    await block(creator.id, fan.id);
    const [kept] = (await ok('GET /autions/users/search', { token: fan.token })).data;
    expect([kept?._id, kept?.images[0]?.sizes]).toEqual([won, []]);
    ports.clock.move(5 * minute);
    await endAuction(ctx, won);
    expect(await list({ result: 'won' })).toEqual([[won, 12, 'won', 12]]);
  });
});
