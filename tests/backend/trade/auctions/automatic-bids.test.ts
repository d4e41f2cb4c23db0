import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import type { auctions } from '#backend/db/schema/auctions.ts';
import { bidSteps } from '#backend/domain/trade/auctions/automatic-bids.ts';
import { endAuction } from '#backend/domain/trade/auctions/ending.ts';
import { auctionsIn, biddingIn } from '../../../setup/auctions.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, call, raw, ok, makeCreator, fund, ctx } = app;
const { makeAuction, rowOf, bidsOf, after } = auctionsIn(app);
const { block } = postsIn(app);
const { richFan, bid, view, wallet, held, sound } = biddingIn(app);

interface Amounts {
  amount: number;
  maximum: number;
}
const bidUpTo = (who: Person, auctionId: string, { amount, maximum, key }: Amounts & { key?: string }) =>
  call('POST /aution-item', { token: who.token, key, body: { auctionId, amount, maximum } });
const history = async (id: string) =>
  (await bidsOf(id)).map(({ amount, isAutomatic, result }) => [amount, isAutomatic, result]);
const notified = (who: Person) =>
  ports.transport.of('notification/created', `account:${who.id}`).map(({ payload }) => payload.text);
/** An auction from 10 tokens, on which `ada` leads with a maximum. */
async function led(
  maximum: number,
  { tokens = 1_000, ...values }: Partial<typeof auctions.$inferInsert> & { tokens?: number } = {},
) {
  const [creator, ada, ben] = [await makeCreator(), await richFan(tokens), await richFan()];
  const id = await makeAuction(creator, values);
  expect((await bidUpTo(ada, id, { amount: 10, maximum })).status).toBe(201);
  ports.transport.clear();
  return { creator, ada, ben, id };
}

describe('a bid against a maximum', () => {
  const of = ([opening, most, leaderMost]: [number, number, number], reserve: number | null = null) =>
    bidSteps({ opening, most, leaderMost, reserve }).map(({ by, amount, isAutomatic }) =>
      [by, amount, isAutomatic ? 'automatic' : 'typed'].join(' '),
    );
  test.each<[string, string[], string[]]>([
    ['nobody leads: no more than where it begins', of([10, 500, 0]), ['bidder 10 typed']],
    ['the leader beats it by one step', of([100, 100, 500]), ['bidder 100 typed', 'leader 105 automatic']],
    [
      'the leader’s step is cut at the maximum',
      of([100, 100, 103]),
      ['bidder 100 typed', 'leader 103 automatic'],
    ],
    ['equal: the earlier leads', of([11, 500, 500]), ['bidder 500 automatic', 'leader 500 automatic']],
    [
      'it beats the leader’s maximum by one step',
      of([11, 900, 500]),
      ['leader 500 automatic', 'bidder 510 automatic'],
    ],
    [
      'its step is cut at its own maximum',
      of([11, 504, 500]),
      ['leader 500 automatic', 'bidder 504 automatic'],
    ],
    ['typed above the leader’s maximum: as typed', of([600, 600, 500]), ['bidder 600 typed']],
    ['a maximum that meets the reserve bids it', of([10, 500, 0], 200), ['bidder 200 automatic']],
    ['one below the reserve doesn’t', of([10, 199, 0], 200), ['bidder 10 typed']],
  ])('%s', (_, steps, expected) => expect(steps).toEqual(expected));
});

describe('a maximum', () => {
  test('holds what it leads with, and goes up by no more than it takes', async () => {
    const { ada, ben, id } = await led(500);
    expect([await held(ada), await wallet(ada)]).toEqual([10, 990]);
    const { data } = await bid(ben, id, 100);
    expect(data).toMatchObject({
      balance: 1_000,
      bid: { amount: 100, seq: 2, isAutomatic: false, result: 'outbid', bidder: { isYou: true } },
      news: {
        amount: 105,
        bidCount: 3,
        minimumBid: 110,
        isAutomatic: true,
        leader: { isYou: false },
        maximum: null,
        beaten: { amount: 100, seq: 2, result: 'outbid', bidder: { isYou: true } },
      },
    });
    expect([await held(ada), await wallet(ada), await held(ben), await wallet(ben)]).toEqual([
      105, 895, 0, 1_000,
    ]);
    expect(await history(id)).toEqual([
      [10, false, 'outbid'],
      [100, false, 'outbid'],
      [105, true, 'leading'],
    ]);
    expect((await view(id, ada)).ownBid).toMatchObject({ amount: 105, maximum: 500, result: 'leading' });
    const charges = await ok('GET /wallet/charges/search', { token: ada.token });
    expect(charges.data[0]).toMatchObject({ tokens: -95, description: 'Automatic bid on “A signed print”' });
    expect([notified(ada), notified(ben)]).toEqual([[], []]);
    await sound();
  });

  test('beaten: the new one leads one step above it; whoever led is told once and has everything back', async () => {
    const { ada, ben, id } = await led(500);
    expect((await bidUpTo(ben, id, { amount: 11, maximum: 900 })).data).toMatchObject({
      balance: 490,
      bid: { amount: 510, isAutomatic: true, result: 'leading' },
      news: { maximum: 900, beaten: { amount: 500, bidder: { isYou: false } } },
    });
    expect(await history(id)).toEqual([
      [10, false, 'outbid'],
      [500, true, 'outbid'],
      [510, true, 'leading'],
    ]);
    expect([await held(ada), await wallet(ada), await held(ben)]).toEqual([0, 1_000, 510]);
    expect(notified(ada)).toEqual([
      'You were outbid on “A signed print”: 510 tokens. Your 500 tokens are back in your wallet.',
    ]);
    expect(notified(ben)).toEqual([]);
    await sound();
  });

  test('of two equal ones the earlier leads, at that amount', async () => {
    const { ada, ben, id } = await led(500);
    await bidUpTo(ben, id, { amount: 11, maximum: 500 });
    expect(await rowOf(id)).toMatchObject({ currentPrice: 500, leaderId: ada.id, bidCount: 3 });
    expect([await held(ada), await held(ben)]).toEqual([500, 0]);
    await sound();
  });

  test('bids on although someone was faster, where a plain bid is refused', async () => {
    const { ben, id } = await led(200);
    const cy = await richFan();
    await bid(ben, id, 50);
    expect((await bid(cy, id, 11)).problem).toMatchObject({ status: 409, minimumBid: 56 });
    expect((await bidUpTo(cy, id, { amount: 11, maximum: 55 })).problem).toMatchObject({ minimumBid: 56 });
    expect((await bidUpTo(cy, id, { amount: 11, maximum: 300 })).data.bid.amount).toBe(205);
  });

  test('raised, it moves neither price nor end nor history; lowered below the lead, it is refused', async () => {
    const { ada, ben, id } = await led(100, { endAt: after(30_000) });
    await bid(ben, id, 50);
    const before = await rowOf(id);
    ports.clock.move(20_000);
    ports.transport.clear();
    const raised = await bidUpTo(ada, id, { amount: 53, maximum: 400 });
    expect(raised.data).toMatchObject({
      balance: 947,
      bid: { amount: 53, seq: 3 },
      news: { maximum: 400, bidCount: 3 },
    });
    expect(ports.transport.of('auction/bid').map(({ room }) => room)).toEqual([`account:${ada.id}`]);
    expect(await rowOf(id)).toEqual(before);
    expect((await view(id, ada)).ownBid?.maximum).toBe(400);
    expect((await bidUpTo(ada, id, { amount: 53, maximum: 53 })).status).toBe(201);
    expect((await bidUpTo(ada, id, { amount: 20, maximum: 52 })).problem).toMatchObject({
      status: 422,
      errors: [
        { field: 'maximum', message: 'You already lead with 53 tokens. Your maximum can’t be lower.' },
      ],
    });
    expect((await view(id, ada)).ownBid?.maximum).toBe(53);
    await bid(ben, id, 56);
    expect(await rowOf(id)).toMatchObject({ leaderId: ben.id, currentPrice: 56 });
    await sound();
  });

  test('without one, the leader’s bid goes up by the difference as ever; a higher maximum stays', async () => {
    const { ada, ben, id } = await led(100);
    expect((await bid(ada, id, 60)).status).toBe(201);
    expect([await held(ada), (await view(id, ada)).ownBid?.maximum]).toEqual([60, 100]);
    await bid(ada, id, 150);
    expect([await held(ada), (await view(id, ada)).ownBid?.maximum]).toEqual([150, null]);
    await bid(ben, id, 155);
    expect((await rowOf(id)).leaderId).toBe(ben.id);
  });

  test('the wallet covers less: the bid goes as high as it does, and that is said', async () => {
    const { ada, ben, id } = await led(500, { tokens: 103 });
    await bid(ben, id, 100);
    expect(await rowOf(id)).toMatchObject({ currentPrice: 103, leaderId: ada.id });
    expect([await held(ada), await wallet(ada)]).toEqual([103, 0]);
    expect(notified(ada)).toEqual([
      'You’re the highest bidder on “A signed print” with 103 tokens. Your wallet or spending limit doesn’t cover more of your maximum of 500 tokens.',
    ]);
    ports.transport.clear();
    await bid(ben, id, 108);
    expect(notified(ada)).toEqual([
      'You were outbid on “A signed print”: 108 tokens. Your wallet or spending limit didn’t cover your maximum of 500 tokens. Your 103 tokens are back in your wallet.',
    ]);
    // After a top-up nothing comes back to life by itself.
    await fund(ada.id, 1_000);
    await bid(await richFan(), id, 113);
    expect([await held(ada), await wallet(ada)]).toEqual([0, 1_103]);
    await sound();
  });

  test('no one bids what they don’t have: an empty wallet pushes no maximum', async () => {
    const { id } = await led(500);
    const poor = await richFan(20);
    expect((await bid(poor, id, 100)).problem).toMatchObject({ status: 402, missing: 80 });
    expect((await bidUpTo(poor, id, { amount: 100, maximum: 600 })).problem).toMatchObject({ status: 402 });
    expect((await bidUpTo(poor, id, { amount: 11, maximum: 600 })).data.bid).toMatchObject({
      amount: 20,
      result: 'outbid',
    });
    expect((await rowOf(id)).currentPrice).toBe(21);
    await sound();
  });

  test('stays within the monthly limits', async () => {
    const { ada, ben, id } = await led(500);
    await raw('PUT /wallet/caps', { token: ada.token, body: { amount: 500 } });
    await bid(ben, id, 90);
    expect((await rowOf(id)).currentPrice).toBe(93);
    await bid(ben, id, 98);
    // 5.00 are 100 tokens.
    expect(await rowOf(id)).toMatchObject({ currentPrice: 100, leaderId: ada.id });
    await bid(ben, id, 105);
    expect((await rowOf(id)).leaderId).toBe(ben.id);
    await sound();
  });

  test('isn’t used for whom the creator blocked, or who was suspended; what they lead with stays', async () => {
    const [one, two] = [await led(500), await led(500)];
    await block(one.creator.id, one.ada.id);
    await db
      .update(accounts)
      .set({ suspendedAt: after(0) })
      .where(eq(accounts.id, two.ada.id));
    for (const { ada, ben, id } of [one, two]) {
      expect([await held(ada), (await rowOf(id)).currentPrice]).toEqual([10, 10]);
      await bid(ben, id, 20);
      expect(await rowOf(id)).toMatchObject({ currentPrice: 20, leaderId: ben.id });
      expect([await held(ada), await wallet(ada)]).toEqual([0, 1_000]);
    }
    expect((await bidUpTo(one.ada, one.id, { amount: 30, maximum: 40 })).status).toBe(404);
    expect((await bidUpTo(two.ada, two.id, { amount: 30, maximum: 40 })).status).toBe(401);
    await sound();
  });

  test('meets the reserve by bidding it, also when the leader raises it that far', async () => {
    const { ada, id } = await led(100, { reservePrice: 200 });
    expect(await rowOf(id)).toMatchObject({ currentPrice: 10, bidCount: 1 });
    await bidUpTo(ada, id, { amount: 10, maximum: 199 });
    expect((await rowOf(id)).currentPrice).toBe(10);
    expect((await bidUpTo(ada, id, { amount: 10, maximum: 250 })).data).toMatchObject({
      bid: { amount: 200, isAutomatic: true },
      news: { reserveMet: true, maximum: 250 },
    });
    expect([await held(ada), await wallet(ada)]).toEqual([200, 800]);
    ports.clock.move(3_600_000);
    await endAuction(ctx, id);
    expect(await rowOf(id)).toMatchObject({ state: 'sold', currentPrice: 200 });
    expect([await held(ada), await wallet(ada)]).toEqual([0, 800]);
    await sound();
  });

  test('an automatic bid in the last minute extends the auction; after the end there is none', async () => {
    const { ada, ben, id } = await led(500, { endAt: after(90_000) });
    ports.clock.move(60_000);
    expect((await bid(ben, id, 20)).data.news.endsAt).toBe(after(60_000).toISOString());
    ports.clock.move(60_000);
    const late = { status: 409, problem: { message: 'This auction has ended.' } };
    expect(await bid(ben, id, 30)).toMatchObject(late);
    expect(await bidUpTo(ada, id, { amount: 21, maximum: 900 })).toMatchObject(late);
    expect((await rowOf(id)).currentPrice).toBe(21);
    await sound();
  });

  test('is nobody else’s to see', async () => {
    const { creator, ada, ben, id } = await led(777_777);
    const sent = await bid(ben, id, 100);
    const seen = [sent.text];
    for (const who of [undefined, ben, creator]) {
      seen.push(JSON.stringify(await view(id, who)));
      seen.push(
        JSON.stringify(await ok('GET /aution-item/search', { token: who?.token, query: { auctionId: id } })),
      );
      seen.push(JSON.stringify(await ok('GET /autions/search', { token: who?.token })));
    }
    seen.push(JSON.stringify(await ok('GET /wallet/charges/search', { token: ben.token })));
    const told = ports.transport.of('auction/bid').filter(({ room }) => room !== `account:${ada.id}`);
    expect(told.length).toBe(2);
    seen.push(JSON.stringify(told));
    for (const text of seen) expect(text).not.toContain('777777');
    expect(JSON.stringify(ports.transport.of('auction/bid', `account:${ada.id}`))).toContain('777777');
    expect(JSON.stringify(await ok('GET /autions/users/search', { token: ada.token }))).toContain('777777');
  });

  test.each<[string, object]>([
    ['negative', { maximum: -5 }],
    ['zero', { maximum: 0 }],
    ['a fraction', { maximum: 20.5 }],
    ['huge', { maximum: 1e15 }],
    ['a text', { maximum: '500' }],
    ['null', { maximum: null }],
    ['below the bid', { amount: 30, maximum: 29 }],
    ['under another name', { max: 500 }],
    ['marked as automatic', { isAutomatic: true }],
  ])('%s is refused, and nothing moves', async (_, more) => {
    const { ben, id } = await led(40);
    const before = await rowOf(id);
    const { status } = await raw('POST /aution-item', {
      token: ben.token,
      body: { auctionId: id, amount: 20, ...more },
    });
    expect(status).toBe(422);
    expect([await rowOf(id), await held(ben)]).toEqual([before, 0]);
  });
});

describe('at once', () => {
  test('the same maximum twenty times with one key: one bid', async () => {
    const [creator, fan] = [await makeCreator(), await richFan()];
    const id = await makeAuction(creator);
    const key = ports.ids();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => bidUpTo(fan, id, { amount: 10, maximum: 500, key })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect([await held(fan), (await bidsOf(id)).length]).toEqual([10, 1]);
    expect((await bidUpTo(fan, id, { amount: 10, maximum: 501, key })).problem.code).toBe(
      'idempotency_mismatch',
    );
  });

  test('two people with maxima, whoever comes first: the higher leads one step above the other', async () => {
    for (let n = 0; n < 8; n += 1) {
      const [creator, low, high] = [await makeCreator(), await richFan(), await richFan()];
      const id = await makeAuction(creator);
      const answers = await Promise.all([
        bidUpTo(low, id, { amount: 10, maximum: 200 }),
        bidUpTo(high, id, { amount: 10, maximum: 400 }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(await rowOf(id)).toMatchObject({ currentPrice: 205, leaderId: high.id });
      expect([await held(low), await held(high)]).toEqual([0, 205]);
    }
    await sound();
  });

  test('crosswise on two auctions, with limits: no deadlock, and what is held is what leads', async () => {
    const creator = await makeCreator();
    const people = [await richFan(100_000), await richFan(100_000), await richFan(100_000)];
    for (const { token } of people) await raw('PUT /wallet/caps', { token, body: { amount: 400_000 } });
    const ids = [await makeAuction(creator), await makeAuction(creator)];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        bidUpTo(people[n % 3]!, ids[(n >> 1) % 2]!, { amount: 10, maximum: 50 + ((n * 37) % 90) * 10 }),
      ),
    );
    expect(answers.filter(({ status }) => ![201, 409, 422].includes(status)).map(({ text }) => text)).toEqual(
      [],
    );
    const rows = [await rowOf(ids[0]!), await rowOf(ids[1]!)];
    for (const person of people) {
      const leads = rows.reduce((sum, row) => sum + (row.leaderId === person.id ? row.currentPrice! : 0), 0);
      expect([await held(person), await wallet(person)]).toEqual([leads, 100_000 - leads]);
    }
    for (const id of ids) {
      const all = await bidsOf(id);
      expect(all.map(({ seq }) => seq)).toEqual(all.map((_, at) => at + 1));
      expect(all.every(({ amount, maximum }) => maximum === null || amount <= maximum)).toBe(true);
    }
    await sound();
  });
});
