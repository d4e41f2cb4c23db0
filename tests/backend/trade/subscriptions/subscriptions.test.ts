import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { performers } from '#backend/db/schema/creators.ts';
import { ledgerTransactions, payments } from '#backend/db/schema/ledger.ts';
import { loadAccessFacts } from '#backend/domain/base/access/access.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { subscriptionApp } from '../../../setup/subscribing.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await subscriptionApp();
const {
  raw,
  ok,
  db,
  ctx,
  ctxOf,
  ports,
  addCard,
  newKey,
  block,
  closeCountry,
  subscribe,
  cancel,
  rowOf,
  countOf,
  hasAccess,
  paid,
  until,
} = app;

let fan: Person;
let creator: Person;
let cardId: string;
beforeEach(async () => {
  ({ fan, creator, cardId } = await app.begin());
});

describe('subscribing by card', () => {
  test('gives access at once, pays the creator and notifies both', async () => {
    const answer = await subscribe('monthly');
    expect(answer.status).toBe(201);
    expect(answer.data).toMatchObject({
      type: 'monthly',
      state: 'active',
      price: 999,
      renews: true,
      startedAt: '2026-01-31T10:00:00.000Z',
      periodEnd: '2026-02-28T10:00:00.000Z',
      cancelledAt: null,
      performer: { _id: creator.id, name: 'Cleo' },
      user: { _id: fan.id, name: 'Fay' },
    });
    expect([await hasAccess(), await countOf(), await balanceOf(ctx, 'earnings', creator.id)]).toEqual([
      true,
      1,
      799,
    ]);
    expect(ports.transport.of('access/changed')).toEqual([
      { room: rooms.account(fan.id), event: 'access/changed', payload: { performerId: creator.id } },
    ]);
    expect(ports.transport.of('notification/created')).toMatchObject([
      { room: rooms.account(creator.id), payload: { text: 'Fay subscribed to you.' } },
    ]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test("yearly costs the creator's yearly price, on the default card unless another is named", async () => {
    const answer = await subscribe('yearly', { cardId: undefined });
    expect(answer.data).toMatchObject({
      type: 'yearly',
      price: 9_990,
      periodEnd: '2027-01-31T10:00:00.000Z',
    });
  });

  test('a declined card gives no access; the next one does', async () => {
    const declined = await subscribe('monthly', { cardId: await addCard(fan, 'declines') });
    expect(declined.problem).toMatchObject({ status: 402, code: 'card_declined' });
    expect([await hasAccess(), await countOf(), await paid()]).toEqual([false, 0, 0]);
    expect(await ok('GET /subscriptions/user/search', { token: fan.token })).toEqual({ data: [], total: 0 });
    expect(
      await ok('GET /subscriptions/user/search', { token: fan.token, query: { state: 'incomplete' } }),
    ).toMatchObject({ total: 1, data: [{ state: 'incomplete', periodEnd: null, renews: false }] });
    expect(
      await ok('GET /subscriptions/performer/search', {
        token: creator.token,
        query: { state: 'incomplete' },
      }),
    ).toEqual({ data: [], total: 0 });
    expect((await subscribe('yearly')).status).toBe(201);
    expect(await countOf()).toBe(1);
  });

  test("a bank confirmation: the same call again with the bank's result", async () => {
    const asks = await addCard(fan, 'asks');
    const key = newKey();
    expect((await subscribe('monthly', { cardId: asks, key })).problem).toMatchObject({
      status: 402,
      code: 'card_challenge',
      clientSecret: expect.any(String),
    });
    expect(await hasAccess()).toBe(false);
    const done = await subscribe('monthly', { cardId: asks, key, challengeAnswer: 'complete' });
    expect(done.data).toMatchObject({ state: 'active' });
    expect((await subscribe('monthly', { cardId: asks, key })).text).toBe(done.text);
    expect(await paid()).toBe(1);
  });

  test('starting over during a bank confirmation gives up the first one', async () => {
    const asks = await addCard(fan, 'asks');
    const key = newKey();
    await subscribe('monthly', { cardId: asks, key });
    expect((await subscribe('monthly', { key: newKey() })).status).toBe(201);
    expect(
      (await subscribe('monthly', { cardId: asks, key, challengeAnswer: 'complete' })).problem,
    ).toMatchObject({
      code: 'card_declined',
      message: expect.stringContaining('You started another payment'),
    });
    expect(await paid()).toBe(1);
  });

  test('fifty with the same key pay once; twenty with separate keys too', async () => {
    const key = newKey();
    const same = await Promise.all(Array.from({ length: 50 }, () => subscribe('monthly', { key })));
    expect(new Set(same.map((answer) => answer.text)).size).toBe(1);
    expect((await subscribe('yearly', { key })).problem.code).toBe('idempotency_mismatch');
    const other = await app.makeFan();
    const otherCard = await addCard(other);
    const own = await Promise.all(
      Array.from({ length: 20 }, () =>
        subscribe('monthly', { key: newKey(), token: other.token, cardId: otherCard }),
      ),
    );
    expect(own.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(own.filter((answer) => answer.status === 409)).toHaveLength(19);
    expect([
      await countOf(),
      await db.$count(ledgerTransactions, eq(ledgerTransactions.performerId, creator.id)),
    ]).toEqual([2, 2]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('twice is rejected with the date', async () => {
    await subscribe('monthly');
    for (const type of ['monthly', 'yearly', 'free'] as const) {
      expect((await subscribe(type)).problem).toMatchObject({
        status: 409,
        message: 'You’re already subscribed to Cleo, until Feb 28, 2026.',
      });
    }
    expect(await paid()).toBe(1);
  });

  test('requires a creator who is visible to the fan', async () => {
    const nobody = await subscribe('monthly', { performerId: newKey() });
    expect(nobody.status).toBe(404);
    const closed = [
      await app.makeCreator({}, { verified: 'pending' }),
      await app.makeCreator({}, { verified: 'rejected' }),
      await app.makeCreator({ suspendedAt: ports.clock.now() }),
      await app.makeFan(),
    ];
    for (const one of closed)
      expect((await subscribe('monthly', { performerId: one.id })).text).toBe(nobody.text);
    await block(creator.id, fan.id);
    for (const type of ['monthly', 'free'] as const) expect((await subscribe(type)).text).toBe(nobody.text);
    const abroad = await app.makeCreator();
    await closeCountry(abroad.id, 'FR');
    ports.geo.countries.set('203.0.113.1', 'FR');
    expect((await subscribe('monthly', { performerId: abroad.id })).text).toBe(nobody.text);
    ports.geo.countries.clear();
    expect((await subscribe('monthly', { token: creator.token, cardId: undefined })).problem).toMatchObject({
      status: 422,
      message: 'You can’t subscribe to yourself.',
    });
    expect(await db.$count(payments, eq(payments.accountId, fan.id))).toBe(0);
  });

  test('requires a card', async () => {
    const poor = await app.makeFan();
    expect((await subscribe('monthly', { token: poor.token, cardId: undefined })).problem).toMatchObject({
      status: 422,
      message: 'Add a card first.',
      errors: [{ field: 'cardId' }],
    });
    expect((await subscribe('monthly', { token: poor.token })).problem).toMatchObject({
      status: 422,
      message: 'Choose one of your cards.',
    });
  });

  test.each([
    [{ type: 'weekly' }],
    [{ type: 'monthly', price: 1 }],
    [{ performerId: 'x' }],
    [{ challengeAnswer: 'x'.repeat(201) }],
  ])('rejects %j', async (body) => {
    expect(
      (
        await raw('POST /payment/subscribe/performers', {
          token: fan.token,
          body: { performerId: creator.id, type: 'monthly', cardId, ...body },
        })
      ).status,
    ).toBe(422);
  });
});

describe('a free subscription', () => {
  test('lasts its days, never charges, and is announced once before it ends', async () => {
    const answer = await subscribe('free');
    expect(answer.data).toMatchObject({
      type: 'free',
      state: 'active',
      price: 0,
      renews: false,
      periodEnd: '2026-02-01T10:00:00.000Z',
      card: null,
      newPrice: null,
    });
    expect([await hasAccess(), await countOf()]).toEqual([true, 1]);
    for (const moment of ['2026-01-31T12:00:00Z', '2026-01-31T14:00:00Z']) await until(moment);
    await until('2026-02-01T10:00:30Z');
    expect([await hasAccess(), await countOf(), (await rowOf(answer.data._id)).state, await paid()]).toEqual([
      false,
      0,
      'expired',
      0,
    ]);
    const mails = await app.mailsTo();
    expect(mails.map((mail) => mail.subject)).toEqual(['Your free subscription to Cleo ends on Feb 1, 2026']);
    expect(mails[0]?.text).toContain('You won’t be charged.');
  });

  test('is offered by the creator and enabled by the operator; the longer of their durations applies', async () => {
    await db.update(performers).set({ freeDays: 3 }).where(eq(performers.accountId, creator.id));
    await app.settings.set('freeSubscriptionEnabled', false);
    expect((await subscribe('free')).problem).toMatchObject({
      status: 422,
      message: 'Cleo doesn’t offer a free subscription. Choose monthly or yearly.',
    });
    await app.settings.set('freeSubscriptionEnabled', true);
    expect((await subscribe('free')).data.periodEnd).toBe('2026-02-03T10:00:00.000Z');
    const paidOnly = await app.makeCreator();
    expect((await subscribe('free', { performerId: paidOnly.id })).status).toBe(422);
    await app.settings.set('freeSubscriptionDuration', 7);
    const third = await app.makeCreator({}, { isFreeSubscription: true });
    expect((await subscribe('free', { performerId: third.id })).data.periodEnd).toBe(
      '2026-02-07T10:00:00.000Z',
    );
    await app.settings.set('freeSubscriptionDuration', 1);
  });

  test('is available once; afterwards only the paid one is offered', async () => {
    const accessOptions = async () =>
      (await loadAccessFacts(ctxOf(fan.viewer), { ownerIds: [creator.id] })).offers.get(creator.id);
    expect(await accessOptions()).toEqual({ monthlyPrice: 999, isFreeSubscription: true });
    await subscribe('free');
    expect((await subscribe('free')).status).toBe(409);
    await until('2026-02-01T10:01:00Z');
    expect(await accessOptions()).toEqual({ monthlyPrice: 999, isFreeSubscription: false });
    expect((await subscribe('free')).problem).toMatchObject({
      status: 409,
      message: 'You’ve already used your free subscription to Cleo. Choose monthly or yearly.',
    });
    expect((await subscribe('monthly')).status).toBe(201);
  });

  test('is replaced by a paid one at once', async () => {
    const free = (await subscribe('free')).data;
    const answer = await subscribe('monthly');
    expect(answer.data).toMatchObject({
      type: 'monthly',
      state: 'active',
      startedAt: '2026-01-31T10:00:00.000Z',
    });
    expect(answer.data._id).not.toBe(free._id);
    expect([(await rowOf(free._id)).state, await countOf(), await hasAccess()]).toEqual(['expired', 1, true]);
  });

  test('with the same key is one; ten with separate keys too', async () => {
    const key = newKey();
    const same = await Promise.all(Array.from({ length: 10 }, () => subscribe('free', { key })));
    expect(new Set(same.map((answer) => answer.text)).size).toBe(1);
    expect((await subscribe('monthly', { key })).problem.code).toBe('idempotency_mismatch');
    const other = await app.makeFan();
    const own = await Promise.all(
      Array.from({ length: 10 }, () => subscribe('free', { key: newKey(), token: other.token })),
    );
    expect(own.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(await countOf()).toBe(2);
  });
});

describe('lists', () => {
  test('both sides see their own, by state', async () => {
    const other = await app.makeFan();
    const { _id } = (await subscribe('monthly')).data;
    await cancel(_id);
    await subscribe('free', { token: other.token });
    expect(await ok('GET /subscriptions/user/search', { token: fan.token })).toMatchObject({
      total: 1,
      data: [{ _id, state: 'cancelled' }],
    });
    const subscribers = await ok('GET /subscriptions/performer/search', { token: creator.token });
    expect([subscribers.total, subscribers.data.map((row) => row.user._id)]).toEqual([2, [other.id, fan.id]]);
    expect(
      await ok('GET /subscriptions/performer/search', {
        token: creator.token,
        query: { state: 'active', limit: 1 },
      }),
    ).toMatchObject({ total: 1, data: [{ type: 'free' }] });
    expect((await raw('GET /subscriptions/performer/search', { token: fan.token })).status).toBe(403);
    for (const route of ['GET /subscriptions/performer/search', 'GET /subscriptions/user/search'])
      expect((await raw(route)).status).toBe(401);
    expect(
      (await raw('GET /subscriptions/user/search', { token: fan.token, query: { state: 'gone' } })).status,
    ).toBe(422);
  });
});
