import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { messageRequests } from '#backend/db/schema/messages.ts';
import { refund } from '#backend/domain/trade/payment-outcomes/refund.ts';
import { transaction } from '#backend/kernel/context.ts';
import { testBackend } from '../../../setup/backend.ts';
import { requestingIn } from '../../../setup/requesting.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, db, ports, makeFan, makeCreator, ctx, openSession } = app;
const { follow, open, history, view, list, read, unread } = talkOf(app);
const { terms, askingCreator, richFan, write, request, answer, counts, wallet, earned, sound, expire } =
  requestingIn(app);

/** The person with a new session, after theirs has ended. */
const again = async (who: Person): Promise<Person> => ({ ...who, token: (await openSession(who.id)).token });

test('a tip needs a conversation that has begun: until then it is given on the profile', async () => {
  const { fan, creator, id } = await request(100);
  const tip = (body: object) =>
    call('POST /wallet/charges/tip/:id', {
      token: fan.token,
      key: ports.ids(),
      params: { id: creator.id },
      body: { amount: 50, ...body },
    });
  expect((await tip({ conversationId: id, note: 'Answer me' })).status).toBe(403);
  expect([(await history(fan, id)).total, await wallet(fan)]).toEqual([1, [900, 100]]);
  expect((await tip({})).status).toBe(201);
  expect((await history(fan, id)).total).toBe(1);
  await answer(creator, id, 'accept');
  expect((await tip({ conversationId: id })).status).toBe(201);
  expect((await history(fan, id)).total).toBe(2);
  await sound();
});

describe('who may write first', () => {
  test('everyone, until the creator chooses followers or subscribers', async () => {
    const creator = await makeCreator();
    expect(await ok('GET /message-requests/settings', { token: creator.token })).toEqual({
      writeFirst: 'everyone',
      asksFirst: false,
      firstMessagePrice: 0,
    });
    const [stranger, follower] = [await makeFan(), await makeFan()];
    await follow(follower, creator);
    const tryOpen = (who: typeof stranger) =>
      call('POST /conversations', {
        token: who.token,
        body: { source: 'performer', sourceId: creator.id },
      });
    await terms(creator, { asksFirst: false, writeFirst: 'followers' });
    expect(await tryOpen(stranger)).toMatchObject({
      status: 403,
      problem: { message: 'Only followers can message this creator first.' },
    });
    expect((await tryOpen(follower)).data).toMatchObject({ canWrite: true, firstMessage: null });
    await terms(creator, { asksFirst: false, writeFirst: 'subscribers' });
    const { _id: id } = (await tryOpen(follower)).data;
    expect(await view(follower, id)).toMatchObject({
      canWrite: false,
      writeRefusal: 'Only subscribers can message this creator first.',
    });
    expect(await write(follower, id)).toMatchObject({
      status: 403,
      problem: { message: 'Only subscribers can message this creator first.' },
    });
    expect((await history(follower, id)).total).toBe(0);
  });

  test('who wrote before a creator chose, or was written to by the creator, is not asked', async () => {
    const creator = await makeCreator();
    const [known, met] = [await makeFan(), await makeFan()];
    const { _id: a } = await open(known, creator);
    await write(known, a);
    await follow(met, creator);
    const { _id: b } = await open(creator, met);
    await write(creator, b);
    await terms(creator, { writeFirst: 'subscribers', firstMessagePrice: 100 });
    for (const [who, id] of [
      [known, a],
      [met, b],
    ] as const) {
      expect(await view(who, id)).toMatchObject({ canWrite: true, firstMessage: null });
      expect((await write(who, id)).status).toBe(201);
    }
    expect(await counts(creator)).toMatchObject({ requests: 0 });
  });

  test('a price needs requests', async () => {
    const creator = await makeCreator();
    const put = (body: object) =>
      call('PUT /message-requests/settings', { token: creator.token, body: body as never });
    expect(
      (await put({ writeFirst: 'everyone', asksFirst: false, firstMessagePrice: 5 })).problem.errors,
    ).toMatchObject([{ field: 'firstMessagePrice' }]);
    for (const firstMessagePrice of [-1, 0.5, 100_001, '5'])
      expect((await put({ writeFirst: 'everyone', asksFirst: true, firstMessagePrice })).status).toBe(422);
  });
});

describe('a request', () => {
  test('waits apart, is silent for both, and blocks further messages until it is accepted', async () => {
    const creator = await askingCreator();
    const fan = await makeFan();
    const { _id: id } = await open(fan, creator);
    expect(await view(fan, id)).toMatchObject({ canWrite: true, firstMessage: { price: 0, answerDays: 7 } });
    ports.transport.clear();
    expect((await write(fan, id)).status).toBe(201);
    expect(await view(fan, id)).toMatchObject({
      canWrite: false,
      firstMessage: null,
      folder: 'inbox',
      request: { state: 'pending', isMine: true, price: 0, answeredAt: null },
      recipient: { isOnline: false },
    });
    expect(await view(creator, id)).toMatchObject({
      canWrite: true,
      folder: 'requests',
      totalNotSeenMessages: 1,
      request: { state: 'pending', isMine: false },
    });
    expect(ports.transport.of('notification/created', `account:${creator.id}`)).toHaveLength(1);
    expect(await write(fan, id)).toMatchObject({ status: 403 });
    expect((await list(creator)).data).toEqual([]);
    expect((await list(creator, { filter: 'requests' })).data.map((each) => each._id)).toEqual([id]);
    expect((await list(fan)).data.map((each) => each._id)).toEqual([id]);
    expect([await unread(creator), await counts(creator)]).toEqual([0, { unread: 0, requests: 1 }]);
    expect(await ok('GET /users/me', { token: creator.token })).toMatchObject({ totalNotSeenMessages: 0 });

    // Looking at it tells the sender nothing.
    ports.transport.clear();
    await read(creator, id);
    expect(ports.transport.of('conversation/read', `account:${fan.id}`)).toEqual([]);
    expect(await view(fan, id)).toMatchObject({ recipientReadSeq: 0 });
    expect((await history(fan, id)).data[0]).toMatchObject({ readAt: null });

    expect((await answer(creator, id, 'accept')).data).toMatchObject({ folder: 'inbox', request: null });
    expect(await view(fan, id)).toMatchObject({ canWrite: true, request: null, recipientReadSeq: 1 });
    expect(ports.transport.of('conversation/changed', `account:${fan.id}`)).not.toEqual([]);
    expect((await write(fan, id)).status).toBe(201);
    expect(await counts(creator)).toEqual({ unread: 1, requests: 0 });
    // Repeating an answer changes nothing; another one is refused.
    expect((await answer(creator, id, 'accept')).status).toBe(200);
    expect((await answer(creator, id, 'decline')).status).toBe(409);
  });

  test('declined: the sender learns it and can’t write, unless the creator does', async () => {
    const { fan, creator, id } = await request(0);
    expect((await answer(creator, id, 'decline')).data).toMatchObject({
      folder: 'archived',
      request: { state: 'declined', isMine: false },
    });
    expect(await view(fan, id)).toMatchObject({
      canWrite: false,
      writeRefusal: 'This creator declined your message request.',
      request: { state: 'declined', isMine: true },
    });
    await read(creator, id);
    expect(await view(fan, id)).toMatchObject({ recipientReadSeq: 0 });
    expect((await write(fan, id)).status).toBe(403);
    expect((await write(creator, id)).status).toBe(201);
    expect(await view(fan, id)).toMatchObject({ canWrite: true, request: null });
    expect((await write(fan, id)).status).toBe(201);
  });

  test('a reply accepts it; a mass message doesn’t, nor does typing reach anyone', async () => {
    const { fan, creator, id } = await request(100);
    expect((await write(creator, id)).status).toBe(201);
    expect(await wallet(fan)).toEqual([900, 0]);
    expect(await view(creator, id)).toMatchObject({ folder: 'inbox', request: null });
    expect((await write(fan, id)).status).toBe(201);
    await sound();
  });

  test('is nobody else’s: answering it is a 404 for the sender, strangers, and conversations without one', async () => {
    const { fan, creator, id } = await request(100);
    const other = await makeCreator();
    expect((await answer(fan, id, 'accept')).status).toBe(403);
    const missing = await answer(other, ports.ids(), 'accept');
    for (const what of ['accept', 'decline'] as const) {
      expect((await answer(other, id, what)).text).toBe(missing.text);
      expect((await answer(other, id, what)).status).toBe(404);
    }
    expect((await answer(creator, (await open(await makeFan(), creator))._id, 'accept')).status).toBe(404);
    expect(await wallet(fan)).toEqual([900, 100]);
  });
});

describe('a price', () => {
  test('is held with the message, and charged once when accepted', async () => {
    const { fan, creator, id } = await request(100);
    expect(await wallet(fan)).toEqual([900, 100]);
    expect(await earned(creator)).toBe(0);
    expect(await ok('GET /wallet/balance', { token: fan.token })).toMatchObject({
      balance: 900,
      held: 100,
      requests: [{ conversationId: id, tokens: 100 }],
    });
    await sound();
    await Promise.all(Array.from({ length: 20 }, () => answer(creator, id, 'accept')));
    expect(await wallet(fan)).toEqual([900, 0]);
    // 100 tokens are 5.00, of which the site keeps a fifth.
    expect(await earned(creator)).toBe(400);
    await sound();
    const { data } = await ok('GET /wallet/charges/search', { token: fan.token, query: {} });
    expect(data.map(({ kind, tokens, opens }) => [kind, tokens, opens])).toEqual([
      ['first_message', -100, { kind: 'conversation', _id: id }],
      ['release', 100, { kind: 'conversation', _id: id }],
      ['hold', -100, { kind: 'conversation', _id: id }],
      ['bonus', 1_000, null],
    ]);
    expect(
      (
        await ok('GET /performer/earning/search', {
          token: creator.token,
          query: { source: 'first_message' },
        })
      ).data,
    ).toMatchObject([{ source: 'first_message', net: 400 }]);
    expect(
      await ok('GET /wallet/statement/:id', { token: fan.token, params: { id: creator.id } }),
    ).toMatchObject({ total: { tokens: 100, money: 500 }, kinds: [{ kind: 'first_message', tokens: 100 }] });
  });

  test('is what the sender saw, and what they have', async () => {
    const [creator, fan] = [await askingCreator({ firstMessagePrice: 100 }), await richFan(60)];
    const { _id: id } = await open(fan, creator);
    expect(await write(fan, id)).toMatchObject({
      status: 409,
      problem: { code: 'price_changed', amount: 100 },
    });
    const poor = await write(fan, id, { expectedPrice: 100 });
    expect(poor).toMatchObject({
      status: 402,
      problem: { code: 'insufficient_balance', missing: 40 },
    });
    expect([(await history(fan, id)).total, await wallet(fan)]).toEqual([0, [60, 0]]);
    await terms(creator, { firstMessagePrice: 0 });
    expect(await write(fan, id, { expectedPrice: 100 })).toMatchObject({
      status: 409,
      problem: { code: 'price_changed', amount: 0 },
    });
    await terms(creator, { firstMessagePrice: 50 });
    expect((await write(fan, id, { expectedPrice: 50 })).status).toBe(201);
    expect(await wallet(fan)).toEqual([10, 50]);
    // A request that waits keeps its price.
    await terms(creator, { firstMessagePrice: 500 });
    await answer(creator, id, 'accept');
    expect(await wallet(fan)).toEqual([10, 0]);
    await sound();
  });

  test('fifty at once are one message and one hold, with a key, a client id, or neither', async () => {
    for (const draft of [{ clientId: 'a-client-id' }, {}]) {
      const [creator, fan] = [await askingCreator({ firstMessagePrice: 10 }), await richFan()];
      const { _id: id } = await open(fan, creator);
      const key = ports.ids();
      const answers = await Promise.all(
        Array.from({ length: 25 }, (_, n) =>
          write(fan, id, { expectedPrice: 10, ...draft, ...(n % 2 ? { key } : {}) }),
        ),
      );
      expect(answers.every(({ status }) => [201, 403, 409].includes(status))).toBe(true);
      expect([(await history(fan, id)).total, await wallet(fan)]).toEqual([1, [990, 10]]);
      ports.clock.move('11s');
    }
    await sound();
  });

  test('counts toward spend caps while it is held', async () => {
    const fan = await richFan();
    await ok('PUT /wallet/caps', { token: fan.token, body: { amount: 700 } });
    await request(100, fan);
    const creator = await askingCreator({ firstMessagePrice: 100 });
    const { _id: id } = await open(fan, creator);
    expect(await write(fan, id, { expectedPrice: 100 })).toMatchObject({
      status: 409,
      problem: { code: 'spend_cap', left: 200 },
    });
    expect([(await history(fan, id)).total, await wallet(fan)]).toEqual([0, [900, 100]]);
    await sound();
  });

  test.each(['declined', 'blocked by the creator', 'blocked by the fan', 'deleted', 'not answered'] as const)(
    '%s: it is returned, once',
    async (how) => {
      const { id, message, ...people } = await request(100);
      let { fan, creator } = people;
      const block = (who: typeof fan, userId: string) =>
        ok('POST /block/users', { token: who.token, body: { userId } });
      if (how === 'declined')
        await Promise.all(Array.from({ length: 10 }, () => answer(creator, id, 'decline')));
      if (how === 'blocked by the creator') await block(creator, fan.id);
      if (how === 'blocked by the fan') await block(fan, creator.id);
      if (how === 'deleted')
        await ok('DELETE /messages/:id', { token: fan.token, params: { id: message._id } });
      if (how === 'not answered') {
        ports.clock.move('6d');
        await expire();
        expect(await wallet(fan)).toEqual([900, 100]);
        ports.clock.move('1d');
        expect((await answer(await again(creator), id, 'accept')).status).toBe(409);
        await Promise.all([expire(), expire(), expire()]);
        [fan, creator] = [await again(fan), await again(creator)];
      }
      await expire();
      expect(await wallet(fan)).toEqual([1_000, 0]);
      expect(await earned(creator)).toBe(0);
      await sound();
      const [row] = await db.select().from(messageRequests).where(eq(messageRequests.conversationId, id));
      expect(row).toMatchObject({
        state: how === 'declined' ? 'declined' : how === 'not answered' ? 'expired' : 'cancelled',
        transactionId: null,
      });
      const told = (await ok('GET /notifications', { token: fan.token, query: {} })).data;
      const said = { declined: 'declined', 'not answered': 'didn’t answer' }[how as string];
      expect(told.map(({ text }) => text)).toEqual(
        said
          ? [
              expect.stringContaining(
                `${said} your message request. Your 100 tokens are back in your wallet.`,
              ),
            ]
          : [],
      );
      if (how === 'not answered') {
        // The fan can ask again, and a late reply is free.
        expect(await view(fan, id)).toMatchObject({ canWrite: true, firstMessage: { price: 100 } });
        expect((await write(fan, id, { expectedPrice: 100 })).status).toBe(201);
        expect(await wallet(fan)).toEqual([900, 100]);
        expect((await list(creator, { filter: 'requests' })).data.map((each) => each._id)).toEqual([id]);
        ports.clock.move('8d');
        expect((await write(await again(creator), id)).status).toBe(201);
        expect(await wallet(fan)).toEqual([1_000, 0]);
        await sound();
      }
    },
  );

  test('answered, taken back and expired at the same moment, it is either charged or returned', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { fan, creator, id, message } = await request(100);
      await Promise.all([
        answer(creator, id, 'accept'),
        answer(creator, id, 'decline'),
        write(creator, id),
        call('DELETE /messages/:id', { token: fan.token, params: { id: message._id } }),
        call('POST /block/users', { token: creator.token, body: { userId: fan.id } }),
        expire(),
      ]);
      const [row] = await db.select().from(messageRequests).where(eq(messageRequests.conversationId, id));
      expect(row?.state).not.toBe('pending');
      expect(await wallet(fan)).toEqual([row?.state === 'accepted' ? 900 : 1_000, 0]);
    }
    await sound();
  });

  test('what the operator refunds stays accepted', async () => {
    const { fan, creator, id } = await request(100);
    await answer(creator, id, 'accept');
    const [row] = await db.select().from(messageRequests).where(eq(messageRequests.conversationId, id));
    await transaction(ctx, (tx) => refund(tx, row!.transactionId!, 'Refunded'));
    expect(await wallet(fan)).toEqual([1_000, 0]);
    expect((await write(fan, id)).status).toBe(201);
    await sound();
  });
});

test('a suspended sender can’t be accepted; a creator can ask another creator', async () => {
  const { fan, creator, id } = await request(100);
  await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, fan.id));
  expect((await answer(creator, id, 'accept')).status).toBe(403);
  const asked = await askingCreator();
  const asker = await makeCreator();
  const { _id } = await open(asker, asked);
  expect((await write(asker, _id)).status).toBe(201);
  expect((await answer(asker, _id, 'accept')).status).toBe(404);
  expect((await answer(asked, _id, 'accept')).status).toBe(200);
});
