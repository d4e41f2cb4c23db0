import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accountBlocks } from '#backend/db/schema/blocks.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { ledgerTransactions, payments } from '#backend/db/schema/ledger.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { refund } from '#backend/domain/trade/payment-outcomes/refund.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { transaction } from '#backend/kernel/context.ts';
import { subscriptionApp } from '../../../setup/subscribing.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await subscriptionApp();
const {
  raw,
  ok,
  db,
  ctx,
  ports,
  addCard,
  newKey,
  block,
  subscribe,
  cancel,
  resume,
  quote,
  switchTo,
  mailsTo,
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

const listed = async () => (await ok('GET /subscriptions/user/search', { token: fan.token })).data;
const lastSale = async () =>
  (
    await db
      .select()
      .from(ledgerTransactions)
      .where(and(eq(ledgerTransactions.actorId, fan.id), eq(ledgerTransactions.kind, 'subscription')))
      .orderBy(ledgerTransactions.createdAt, ledgerTransactions.id)
  ).at(-1)!;

describe('resuming a canceled one', () => {
  test('costs nothing during the period, and renews at its end', async () => {
    const { _id } = (await subscribe('monthly')).data;
    await cancel(_id);
    await until('2026-02-27T10:00:00Z');
    const back = await resume(_id);
    expect(back.data).toMatchObject({
      _id,
      state: 'active',
      renews: true,
      cancelledAt: null,
      periodEnd: '2026-02-28T10:00:00.000Z',
      price: 999,
    });
    expect([(await rowOf(_id)).cancelReason, await paid(), await countOf()]).toEqual([null, 1, 1]);
    expect((await resume(_id)).data).toEqual(back.data);
    await until('2026-02-28T09:30:00Z');
    expect([await paid(), await hasAccess()]).toEqual([2, true]);
  });

  test('uses the card that paid before, or another if named, and requires one', async () => {
    const { _id } = (await subscribe('monthly')).data;
    await cancel(_id);
    expect((await resume(_id)).data.card).toMatchObject({ last4: '4242' });
    const other = await addCard(fan, 'asks');
    await cancel(_id);
    expect((await resume(_id, { cardId: other })).data.card).toMatchObject({ last4: '3220' });
    await cancel(_id);
    for (const id of [other, cardId])
      await ok('DELETE /payment-cards/:id', { token: fan.token, params: { id } });
    expect((await resume(_id)).problem).toMatchObject({ status: 422, errors: [{ field: 'cardId' }] });
    expect((await rowOf(_id)).state).toBe('cancelled');
    expect((await resume(_id, { cardId: await addCard(await app.makeFan()) })).status).toBe(422);
  });

  test("isn't possible after the end, after a block, or for another person", async () => {
    const { _id } = (await subscribe('monthly')).data;
    const nothing = await resume(newKey());
    expect(nothing.status).toBe(404);
    await cancel(_id);
    for (const token of [creator.token, (await app.makeFan()).token])
      expect((await resume(_id, { token })).text).toBe(nothing.text);
    await block(creator.id, fan.id);
    expect((await resume(_id)).text).toBe(nothing.text);
    await db.delete(accountBlocks);
    ports.clock.set('2026-02-28T10:00:00Z');
    expect((await resume(_id)).problem).toMatchObject({
      status: 409,
      message: expect.stringContaining('has ended'),
    });
    expect(
      (
        await raw('POST /payment/:provider/resume-subscription/:id', {
          token: fan.token,
          params: { provider: 'stripe', id: _id },
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await raw('POST /payment/:provider/resume-subscription/:id', {
          token: fan.token,
          params: { provider: 'sandbox', id: _id },
          body: { price: 1 },
        })
      ).status,
    ).toBe(422);
  });

  test('and canceling race fifty times: one of the two wins, and the count is right', async () => {
    const { _id } = (await subscribe('monthly')).data;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? resume(_id) : cancel(_id))),
    );
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(['active', 'cancelled']).toContain((await rowOf(_id)).state);
    expect([await countOf(), await paid()]).toEqual([1, 1]);
  });
});

describe('from monthly to yearly', () => {
  test('takes effect at once: the rest of the month is credited, and the new year begins now', async () => {
    const { _id } = (await subscribe('monthly')).data;
    ports.clock.set('2026-02-10T15:00:00Z');
    // 17 days and 19 hours of 28 days are left, which counts as 18 days.
    const credit = Math.ceil((999 * 18) / 28);
    const quoted = (await quote(_id, 'yearly')).data;
    expect(quoted).toEqual({
      type: 'yearly',
      price: 9_990,
      credit,
      amount: 9_990 - credit,
      startsAt: '2026-02-10T15:00:00.000Z',
      periodEnd: '2027-02-10T15:00:00.000Z',
    });
    expect((await rowOf(_id)).type).toBe('monthly');
    ports.clock.move('30m');
    const done = await switchTo(_id, 'yearly', { amount: quoted.amount });
    expect(done.status).toBe(200);
    expect(done.data).toMatchObject({
      _id,
      type: 'yearly',
      state: 'active',
      price: 9_990,
      periodEnd: '2027-02-10T15:30:00.000Z',
      startedAt: '2026-01-31T10:00:00.000Z',
      nextType: null,
    });
    expect([await paid(), await countOf(), await balanceOf(ctx, 'earnings', creator.id)]).toEqual([
      2,
      1,
      799 + (quoted.amount - Math.floor((quoted.amount * 2_000 + 5_000) / 10_000)),
    ]);
    expect((await lastSale()).description).toBe(
      'Yearly subscription to Cleo, less $6.43 for what was left of the month',
    );
    await until('2026-02-28T10:30:00Z');
    expect(await paid()).toBe(2);
    await until('2027-02-10T15:00:00Z');
    expect([await paid(), (await rowOf(_id)).price, (await rowOf(_id)).periodEnd.toISOString()]).toEqual([
      3,
      9_990,
      '2028-02-10T15:30:00.000Z',
    ]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test("credits what was paid, not the month's price; never more than that", async () => {
    const { _id } = (await subscribe('monthly')).data;
    expect((await quote(_id, 'yearly')).data.credit).toBe(999);
    await db.update(payments).set({ amount: 500 }).where(eq(payments.subscriptionId, _id));
    expect((await quote(_id, 'yearly')).data.credit).toBe(500);
    await db.update(payments).set({ amount: 999 }).where(eq(payments.subscriptionId, _id));
    // In the last hour the next month has been paid already: its full price is credited, but no more.
    await until('2026-02-28T09:30:00Z');
    expect((await quote(_id, 'yearly')).data.credit).toBe(999);
    await until('2026-03-31T09:59:59Z');
    expect(await paid()).toBe(3);
  });

  test('rejects an amount other than the current one, even a higher one', async () => {
    const { _id } = (await subscribe('monthly')).data;
    const { amount } = (await quote(_id, 'yearly')).data;
    ports.clock.move('2d');
    for (const other of [amount, amount - 1, 0, 50])
      expect((await switchTo(_id, 'yearly', { amount: other })).problem).toMatchObject({
        status: 409,
        message: expect.stringContaining('changed to $90.62'),
      });
    expect((await switchTo(_id, 'yearly', { amount: -1 })).status).toBe(422);
    expect((await switchTo(_id, 'yearly', { amount: 9_062 })).status).toBe(200);
    expect((await switchTo(_id, 'yearly', { amount: 9_062 })).problem).toMatchObject({
      status: 409,
      message: 'You’re already on the yearly plan.',
    });
    expect(await paid()).toBe(2);
  });

  test("pays with a new card after a declined one, and after the bank's confirmation", async () => {
    const { _id } = (await subscribe('monthly')).data;
    const { amount } = (await quote(_id, 'yearly')).data;
    expect(
      (await switchTo(_id, 'yearly', { amount, cardId: await addCard(fan, 'declines') })).problem,
    ).toMatchObject({ status: 402, code: 'card_declined' });
    expect(await rowOf(_id)).toMatchObject({ type: 'monthly', state: 'active', price: 999, retries: 0 });
    const [asks, key] = [await addCard(fan, 'asks'), newKey()];
    expect((await switchTo(_id, 'yearly', { amount, cardId: asks, key })).problem.code).toBe(
      'card_challenge',
    );
    expect((await rowOf(_id)).type).toBe('monthly');
    const done = await switchTo(_id, 'yearly', { amount, cardId: asks, key, challengeAnswer: 'complete' });
    expect(done.data).toMatchObject({ type: 'yearly', card: { last4: '3220' } });
    expect((await switchTo(_id, 'yearly', { amount, cardId: asks, key })).text).toBe(done.text);
    expect((await switchTo(_id, 'monthly', { amount: 0, cardId: asks, key })).problem.code).toBe(
      'idempotency_mismatch',
    );
    expect([await paid(), (await rowOf(_id)).cardId]).toEqual([2, asks]);
  });

  test('a hundred at once pay once, with one key or with many', async () => {
    const { _id } = (await subscribe('monthly')).data;
    const { amount } = (await quote(_id, 'yearly')).data;
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        switchTo(_id, 'yearly', { amount, key: index % 2 ? key : newKey() }),
      ),
    );
    expect(answers.filter((answer) => answer.status >= 500)).toEqual([]);
    expect([await paid(), await rowOf(_id)]).toMatchObject([
      2,
      { type: 'yearly', periodEnd: new Date('2027-01-31T10:00:00Z') },
    ]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('requires no card if the credit covers the price', async () => {
    const { _id } = (await subscribe('monthly')).data;
    await db.update(performers).set({ yearlyPrice: 1_020 }).where(eq(performers.accountId, creator.id));
    expect((await quote(_id, 'yearly')).data).toMatchObject({ price: 1_020, credit: 999, amount: 0 });
    const key = newKey();
    const done = await switchTo(_id, 'yearly', { amount: 0, key });
    expect(done.data).toMatchObject({ type: 'yearly', price: 1_020, periodEnd: '2027-01-31T10:00:00.000Z' });
    expect((await switchTo(_id, 'yearly', { amount: 0, key })).text).toBe(done.text);
    expect(await paid()).toBe(1);
  });

  test("resumes a canceled one; an overdue, free, ended or another person's can't be switched", async () => {
    const { _id } = (await subscribe('monthly')).data;
    await cancel(_id);
    const { amount } = (await quote(_id, 'yearly')).data;
    expect((await switchTo(_id, 'yearly', { amount })).data).toMatchObject({
      state: 'active',
      type: 'yearly',
      cancelledAt: null,
    });
    const nothing = await quote(newKey(), 'yearly');
    const stranger = await app.makeFan();
    for (const token of [creator.token, stranger.token]) {
      expect((await quote(_id, 'monthly', token)).text).toBe(nothing.text);
      expect((await switchTo(_id, 'monthly', { amount: 0, token })).text).toBe(nothing.text);
    }
    const other = await app.makeCreator({}, { isFreeSubscription: true });
    const free = (await subscribe('free', { performerId: other.id })).data;
    expect((await quote(free._id, 'yearly')).problem).toMatchObject({
      status: 409,
      message: expect.stringContaining('Free subscriptions'),
    });
    await db.update(subscriptions).set({ state: 'past_due' }).where(eq(subscriptions.id, _id));
    expect((await quote(_id, 'monthly')).problem).toMatchObject({
      status: 409,
      message: expect.stringContaining('Pay it first'),
    });
    await db.update(subscriptions).set({ state: 'expired' }).where(eq(subscriptions.id, _id));
    expect((await switchTo(_id, 'monthly', { amount: 0 })).problem.status).toBe(409);
  });

  test('refunded, it ends; a refund of the previous month leaves it', async () => {
    const { _id } = (await subscribe('monthly')).data;
    const month = await lastSale();
    const { amount } = (await quote(_id, 'yearly')).data;
    await switchTo(_id, 'yearly', { amount });
    const year = await lastSale();
    await transaction(ctx, (tx) => refund(tx, month.id, ''));
    expect([(await rowOf(_id)).state, await hasAccess()]).toEqual(['active', true]);
    await transaction(ctx, (tx) => refund(tx, year.id, ''));
    expect([
      (await rowOf(_id)).state,
      await hasAccess(),
      await balanceOf(ctx, 'earnings', creator.id),
    ]).toEqual(['expired', false, 0]);
    expect(await checkLedger(ctx)).toEqual([]);
  });
});

describe('from yearly to monthly', () => {
  test('takes effect when the year ends, at the price of the day it was chosen', async () => {
    const { _id } = (await subscribe('yearly')).data;
    ports.clock.set('2026-06-01T10:00:00Z');
    const quoted = {
      type: 'monthly',
      price: 999,
      credit: 0,
      amount: 0,
      startsAt: '2027-01-31T10:00:00.000Z',
      periodEnd: '2027-02-28T10:00:00.000Z',
    };
    expect((await quote(_id, 'monthly')).data).toEqual(quoted);
    const done = (await switchTo(_id, 'monthly', { amount: 0 })).data;
    expect(done).toMatchObject({
      type: 'yearly',
      price: 9_990,
      nextType: 'monthly',
      nextPrice: 999,
      newPrice: null,
      periodEnd: '2027-01-31T10:00:00.000Z',
    });
    await db.update(performers).set({ monthlyPrice: 2_000 }).where(eq(performers.accountId, creator.id));
    expect((await quote(_id, 'monthly')).data).toEqual(quoted);
    expect((await listed())[0]).toMatchObject({ newPrice: 2_000 });
    await until('2027-01-29T10:00:00Z');
    expect((await mailsTo()).at(-1)?.text).toContain(
      'renews on Jan 31, 2027. From then on, it’s monthly for $9.99.',
    );
    await until('2027-01-31T09:30:00Z');
    expect(await rowOf(_id)).toMatchObject({
      type: 'monthly',
      price: 999,
      nextType: null,
      nextPrice: null,
      periodEnd: new Date('2027-02-28T10:00:00Z'),
    });
    await until('2027-02-28T09:30:00Z');
    expect([await paid(), (await rowOf(_id)).periodEnd.toISOString()]).toEqual([
      3,
      '2027-03-31T10:00:00.000Z',
    ]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('is undone by choosing yearly again', async () => {
    const { _id } = (await subscribe('yearly')).data;
    await switchTo(_id, 'monthly', { amount: 0 });
    expect((await quote(_id, 'yearly')).data).toMatchObject({
      price: 9_990,
      amount: 0,
      startsAt: '2027-01-31T10:00:00.000Z',
      periodEnd: '2028-01-31T10:00:00.000Z',
    });
    expect((await switchTo(_id, 'yearly', { amount: 0 })).data).toMatchObject({
      nextType: null,
      nextPrice: null,
    });
    await until('2027-01-31T09:30:00Z');
    expect(await rowOf(_id)).toMatchObject({ type: 'yearly', price: 9_990 });
    await cancel(_id);
    expect((await switchTo(_id, 'monthly', { amount: 0 })).problem).toMatchObject({
      status: 409,
      message: expect.stringContaining('Resume it first'),
    });
  });

  test('survives a failed renewal: the fan pays the month, not the year', async () => {
    const { _id } = (await subscribe('yearly')).data;
    await switchTo(_id, 'monthly', { amount: 0 });
    await ok('DELETE /payment-cards/:id', { token: fan.token, params: { id: cardId } });
    await until('2027-01-31T09:30:00Z');
    expect((await mailsTo()).at(-1)?.text).toContain('couldn’t charge $9.99');
    const fresh = await addCard(fan);
    expect((await subscribe('monthly', { cardId: fresh })).data).toMatchObject({
      _id,
      type: 'monthly',
      price: 999,
      periodEnd: '2027-02-28T10:00:00.000Z',
      nextType: null,
    });
  });
});
