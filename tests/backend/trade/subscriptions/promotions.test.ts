import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { ledgerTransactions, payments } from '#backend/db/schema/ledger.ts';
import { promotions, promotionUses } from '#backend/db/schema/promotions.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { promotionUsed } from '#backend/domain/trade/subscriptions/promotion-uses.ts';
import type { BodyOf } from '#services/http/call.ts';
import { subscriptionApp } from '../../../setup/subscribing.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await subscriptionApp();
const {
  ok,
  raw,
  call,
  db,
  ctx,
  ports,
  addCard,
  newKey,
  block,
  closeCountry,
  subscribe,
  cancel,
  rowOf,
  until,
} = app;

let fan: Person;
let creator: Person;
beforeEach(async () => {
  ({ fan, creator } = await app.begin());
  ports.geo.countries.clear();
});

type OfferBody = BodyOf<'POST /promotions'>;
const offer = (body: Partial<OfferBody> = {}, token = creator.token) =>
  ok('POST /promotions', { token, body: { percent: 30, ...body } });
const shown = async (token: string | null = fan.token, id = creator.id) =>
  (await ok('GET /promotions/performer/:id', { token, params: { id } })).data;
const stored = async (id: string) => (await db.select().from(promotions).where(eq(promotions.id, id)))[0]!;
const own = async (token = creator.token) => (await ok('GET /promotions/search', { token })).data;
const paidAmounts = async (accountId = fan.id) =>
  await db
    .select({ amount: payments.amount, state: payments.state })
    .from(payments)
    .where(eq(payments.accountId, accountId))
    .orderBy(payments.createdAt, payments.id);

describe('an offer', () => {
  test('discounts only the first period: the creator earns on what was paid, renewals charge the full price', async () => {
    const made = await offer({ maxUses: 12, endsAt: '2026-03-01T00:00:00.000Z', message: ' Come in ' });
    expect(made).toMatchObject({
      kind: 'percent',
      percent: 30,
      plan: null,
      audience: 'all',
      code: null,
      state: 'running',
      maxUses: 12,
      uses: 0,
      left: 12,
      subscribers: 0,
      earned: 0,
      message: 'Come in',
    });
    expect(await shown()).toMatchObject([
      {
        _id: made._id,
        plan: 'monthly',
        percent: 30,
        price: 699,
        fullPrice: 999,
        left: 12,
        endsAt: '2026-03-01T00:00:00.000Z',
        message: 'Come in',
      },
      { plan: 'yearly', price: 6_993, fullPrice: 9_990 },
    ]);
    const { data } = await subscribe('monthly', { promotionId: made._id });
    expect(data).toMatchObject({ state: 'active', price: 999 });
    expect(await balanceOf(ctx, 'earnings', creator.id)).toBe(559);
    expect(await rowOf(data._id)).toMatchObject({ price: 999, promotionId: made._id });
    expect(await own()).toMatchObject([{ uses: 1, left: 11, subscribers: 1, earned: 559 }]);
    await until('2026-02-28T09:30:00Z');
    expect(await paidAmounts()).toEqual([
      { amount: 699, state: 'succeeded' },
      { amount: 999, state: 'succeeded' },
    ]);
    expect(await own()).toMatchObject([{ uses: 1, subscribers: 1, earned: 559 + 799 }]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('applies automatically, and is rejected if the one that was shown is gone', async () => {
    const made = await offer();
    await ok('PUT /promotions/:id/end', { token: creator.token, params: { id: made._id } });
    expect((await subscribe('monthly', { promotionId: made._id })).problem).toMatchObject({
      status: 409,
      message: expect.stringContaining('changed or ended'),
    });
    expect((await subscribe('monthly', { promotionId: newKey() })).status).toBe(409);
    expect(await paidAmounts()).toEqual([]);
    await offer({ percent: 50 });
    expect((await subscribe('monthly')).status).toBe(201);
    expect(await paidAmounts()).toEqual([{ amount: 500, state: 'succeeded' }]);
  });

  test('the best of several, for its plan; never below the minimum card charge', async () => {
    await offer({ percent: 20 });
    await offer({ percent: 40, plan: 'yearly' });
    await offer({ percent: 30, plan: 'monthly' });
    expect(await shown()).toMatchObject([
      { plan: 'monthly', percent: 30 },
      { plan: 'yearly', percent: 40 },
    ]);
    const cheap = await app.makeCreator({}, { monthlyPrice: 295, yearlyPrice: 50 });
    await offer({ percent: 90 }, cheap.token);
    // The minimum price is 0.50, so a price at that level can't be discounted.
    expect(await shown(fan.token, cheap.id)).toMatchObject([{ plan: 'monthly', price: 50, fullPrice: 295 }]);
  });

  test('is for new fans, for returning ones, or for all', async () => {
    await offer({ percent: 10 });
    await offer({ percent: 20, audience: 'new' });
    const back = await offer({ percent: 60, audience: 'returning' });
    expect(await shown(null)).toMatchObject([{ percent: 20 }, { percent: 20 }]);
    const { data } = await subscribe('monthly');
    expect(await paidAmounts()).toMatchObject([{ amount: 799 }]);
    // Subscribers start no first period, and neither do those who have canceled and resume.
    expect(await shown()).toEqual([]);
    await cancel(data._id);
    expect(await shown()).toEqual([]);
    await until('2026-03-02T00:00:00Z');
    expect(await shown()).toMatchObject([{ _id: back._id, percent: 60 }, {}]);
    await subscribe('monthly');
    expect((await paidAmounts()).at(-1)).toMatchObject({ amount: 400 });
  });

  test('once per fan: a second first period with the same offer costs the full price', async () => {
    await offer();
    const { data } = await subscribe('monthly');
    await cancel(data._id);
    await until('2026-03-02T00:00:00Z');
    expect(await shown()).toEqual([]);
    expect((await subscribe('monthly')).status).toBe(201);
    expect(await paidAmounts()).toMatchObject([{ amount: 699 }, { amount: 999 }]);
  });

  test('applies when a free subscription becomes a paid one', async () => {
    const made = await offer();
    await subscribe('free');
    const { data } = await subscribe('monthly');
    expect(await paidAmounts()).toMatchObject([{ amount: 699 }]);
    expect(await rowOf(data._id)).toMatchObject({ type: 'monthly', price: 999, promotionId: made._id });
    const [use] = await db.select().from(promotionUses).where(eq(promotionUses.promotionId, made._id));
    expect(use).toMatchObject({ subscriptionId: data._id, state: 'used' });
  });

  test('a use is released when the card is declined, or the payment is abandoned or restarted', async () => {
    const made = await offer({ maxUses: 1 });
    await subscribe('monthly', { cardId: await addCard(fan, 'declines') });
    expect((await stored(made._id)).uses).toBe(0);
    const asks = await addCard(fan, 'asks');
    await subscribe('monthly', { cardId: asks, key: newKey() });
    expect((await stored(made._id)).uses).toBe(1);
    // Used by this fan's own pending payment; starting over releases it first.
    await subscribe('monthly', { cardId: asks, key: newKey() });
    expect((await stored(made._id)).uses).toBe(1);
    // The offer remains available to this fan and is used up for everyone else.
    expect([(await shown())[0]?.left, await shown(null)]).toEqual([1, []]);
    ports.clock.set('2026-01-31T12:00:00Z');
    await app.backend.runJobs();
    expect((await stored(made._id)).uses).toBe(0);
    expect(await shown()).toHaveLength(2);
    await subscribe('monthly');
    expect([(await stored(made._id)).uses, (await own())[0]?.state]).toEqual([1, 'used_up']);
  });

  test('a late bank: its payment takes another use if there is one, and no limit is exceeded', async () => {
    const made = await offer({ maxUses: 1 });
    await subscribe('monthly', { cardId: await addCard(fan, 'declines') });
    const [late] = await db.select({ id: payments.id }).from(payments).where(eq(payments.accountId, fan.id));
    const arrives = () => transaction(ctx, (tx) => promotionUsed(tx, late!.id));
    await arrives();
    expect([(await stored(made._id)).uses, await shown()]).toEqual([1, []]);
    await arrives();
    expect((await stored(made._id)).uses).toBe(1);
    await db.update(promotionUses).set({ state: 'released' }).where(eq(promotionUses.promotionId, made._id));
    // In the meantime someone else has used it.
    await arrives();
    expect(
      await db
        .select({ state: promotionUses.state })
        .from(promotionUses)
        .where(eq(promotionUses.promotionId, made._id)),
    ).toEqual([{ state: 'released' }]);
    expect((await stored(made._id)).uses).toBe(1);
  });

  test('ends by the clock, when it is used up, and when ended early', async () => {
    const made = await offer({ endsAt: '2026-02-01T00:00:00.000Z' });
    ports.clock.set('2026-02-01T00:00:00Z');
    expect(await shown()).toEqual([]);
    expect(await own()).toMatchObject([{ state: 'ended', endedAt: null }]);
    const early = await offer();
    const end = () => ok('PUT /promotions/:id/end', { token: creator.token, params: { id: early._id } });
    expect(await end()).toMatchObject({ state: 'ended', endedAt: '2026-02-01T00:00:00.000Z' });
    ports.clock.set('2026-02-02T00:00:00Z');
    expect(await end()).toMatchObject({ endedAt: '2026-02-01T00:00:00.000Z' });
    expect(await shown()).toEqual([]);
    expect(
      (
        await call('PUT /promotions/:id/end', {
          token: (await app.makeCreator()).token,
          params: { id: made._id },
        })
      ).status,
    ).toBe(404);
  });

  test("is hidden if the creator isn't visible to the viewer", async () => {
    await offer();
    const ask = (token: string | null, id = creator.id) =>
      call('GET /promotions/performer/:id', { token, params: { id } });
    const nobody = await ask(fan.token, newKey());
    expect(nobody.status).toBe(404);
    const pending = await app.makeCreator({}, { verified: 'pending' });
    await offer({}, pending.token);
    expect((await ask(fan.token, pending.id)).text).toBe(nobody.text);
    await block(creator.id, fan.id);
    expect((await ask(fan.token)).text).toBe(nobody.text);
    expect((await ask(null)).status).toBe(200);
    await closeCountry(creator.id, 'FR');
    ports.geo.countries.set('203.0.113.1', 'FR');
    expect((await ask(null)).text).toBe(nobody.text);
  });

  test.each([
    [{ percent: 4 }],
    [{ percent: 91 }],
    [{ percent: 30.5 }],
    [{ percent: '30' }],
    [{}],
    [{ percent: 30, maxUses: 0 }],
    [{ percent: 30, maxUses: -1 }],
    [{ percent: 30, maxUses: 1e9 }],
    [{ percent: 30, plan: 'free' }],
    [{ percent: 30, audience: 'me' }],
    [{ percent: 30, message: 'x'.repeat(201) }],
    [{ percent: 30, code: 'MINE' }],
    [{ percent: 30, performerId: 'x' }],
    [{ percent: 30, endsAt: '2026-01-31T10:00:00Z' }],
    [{ percent: 30, endsAt: '2029-01-01T00:00:00Z' }],
    [{ percent: 30, endsAt: 'soon' }],
  ])('rejects %j', async (body) => {
    expect((await raw('POST /promotions', { token: creator.token, body })).status).toBe(422);
    expect(await own()).toEqual([]);
  });

  test('the number of active ones is limited, however they are created', async () => {
    const made = await Promise.all(
      Array.from({ length: 30 }, () =>
        call('POST /promotions', { token: creator.token, body: { percent: 10 } }),
      ),
    );
    expect(made.filter((answer) => answer.status === 201)).toHaveLength(20);
    expect(made.find((answer) => answer.status !== 201)?.problem).toMatchObject({
      status: 409,
      message: expect.stringContaining('20 active offers'),
    });
  });
});

/** `count` fans with a card each, ready to pay. */
const crowd = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const person = await app.makeFan();
      return { token: person.token, cardId: await addCard(person) };
    }),
  );

test('two hundred at once on seven uses: seven pay less, the others are told and pay nothing', async () => {
  const made = await offer({ percent: 50, maxUses: 7 });
  const fans = await crowd(200);
  const answers = await Promise.all(
    fans.map((one) => subscribe('monthly', { ...one, key: newKey(), promotionId: made._id })),
  );
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(7);
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(193);
  expect(await db.$count(ledgerTransactions, eq(ledgerTransactions.performerId, creator.id))).toBe(7);
  expect(await stored(made._id)).toMatchObject({ uses: 7 });
  expect(await balanceOf(ctx, 'earnings', creator.id)).toBe(7 * 400);
  expect(await checkLedger(ctx)).toEqual([]);
}, 60_000);
