import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { coupons, couponUses } from '#backend/db/schema/coupons.ts';
import { ledgerPostings, ledgerTransactions, payments } from '#backend/db/schema/ledger.ts';
import { tokenPackages } from '#backend/db/schema/operator.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { transaction } from '#backend/kernel/context.ts';
import { couponUsed } from '#backend/domain/money/coupons/uses.ts';
import { balanceOf, site } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { refund } from '#backend/domain/trade/payment-outcomes/refund.ts';
import { createSandboxGateway } from '#backend/ports/sandbox-gateway.ts';
import type { PaymentGateway } from '#backend/ports/payment-gateway.ts';
import { testBackend } from '../../../setup/backend.ts';
import { couponsIn } from '../../../setup/coupons.ts';
import { fakePorts } from '../../../setup/fake-ports.ts';
import { moneyIn } from '../../../setup/money.ts';
import type { Person } from '../../../setup/test-app.ts';

/** The sandbox gateway, with a switch to make it unreachable. */
const shared = fakePorts();
const sandbox = createSandboxGateway(shared);
let isDown = false;
const gateway: PaymentGateway = {
  ...sandbox,
  async charge(input) {
    if (isDown) throw new Error('connection refused');
    return sandbox.charge(input);
  },
};
const app = await testBackend({ ports: { ...shared, payments: gateway } });
const { call, raw, ok, db, ctx, ports, backend } = app;
const { addCard, newKey } = moneyIn(app);
const { makeCoupon, couponRow, usesOf } = couponsIn(app);

let fan: Person;
let creator: Person;
let cardId: string;
beforeEach(async () => {
  isDown = false;
  fan = await app.makeFan({ name: 'Fay' });
  creator = await app.makeCreator({ name: 'Cleo' });
  cardId = await addCard(fan);
});
type Effect = {
  before: number;
  off: number;
  after: number;
  code: string;
  kind: string;
  value: number;
  endsAt: string | null;
};
const apply = (code: string, target: object, token = fan.token) =>
  raw<Effect>('POST /coupons/:code/apply-coupon', { token, params: { code }, body: { target } });
const topUp = (body: object, more: { key?: string; token?: string } = {}) =>
  raw<{ _id: string; amount: number; tokens: number; balance: number }>('POST /payment/wallet/top-up', {
    token: more.token ?? fan.token,
    key: more.key,
    body: { cardId, ...body },
  });
const subscribe = (body: object = {}) =>
  raw<{ price: number; state: string }>('POST /payment/subscribe/performers', {
    token: fan.token,
    body: { performerId: creator.id, type: 'monthly', cardId, ...body },
  });
const latestOf = async (accountId: string) =>
  (await db.select().from(payments).where(eq(payments.accountId, accountId)).orderBy(payments.createdAt)).at(
    -1,
  )!;
const sound = async () => expect(await checkLedger(ctx)).toEqual([]);

describe('the discount, before anything is paid', () => {
  test('as a percentage and as an amount, on a top-up, a package and a subscription', async () => {
    const packageId = ports.ids();
    await db.insert(tokenPackages).values({
      id: packageId,
      name: 'Big',
      tokens: 1_000,
      bonus: 150,
      price: 4_900,
      createdAt: ports.clock.now(),
    });
    const tenth = await makeCoupon({ endsAt: new Date('2026-12-01T00:00:00Z') });
    const fiver = await makeCoupon({ kind: 'fixed', off: 500 });
    expect((await apply(tenth.code, { amount: 1_999 })).data).toEqual({
      code: tenth.code,
      kind: 'percent',
      value: 10,
      before: 1_999,
      off: 199,
      after: 1_800,
      endsAt: '2026-12-01T00:00:00.000Z',
    });
    expect((await apply(` ${fiver.code.toLowerCase()} `, { packageId })).data).toMatchObject({
      code: fiver.code,
      kind: 'fixed',
      value: 500,
      before: 4_900,
      off: 500,
      after: 4_400,
      endsAt: null,
    });
    expect((await apply(tenth.code, { performerId: creator.id, type: 'yearly' })).data).toMatchObject({
      before: 9_990,
      off: 999,
      after: 8_991,
    });
    expect(await usesOf(tenth.id)).toEqual([]);
    await db.delete(tokenPackages);
  });

  test.each([
    ['unknown', null, 'That code doesn’t work. Check the spelling.'],
    ['not begun', { startsAt: new Date('2026-04-01T12:00:00Z') }, 'This coupon starts on Apr 1, 2026.'],
    [
      'over',
      { startsAt: new Date('2026-01-01T12:00:00Z'), endsAt: new Date('2026-03-01T12:00:00Z') },
      'This coupon ended on Mar 1, 2026.',
    ],
    [
      'ended this very moment',
      { startsAt: new Date('2026-01-01T12:00:00Z'), endsAt: new Date('2026-03-02T09:00:00Z') },
      'This coupon ended on Mar 2, 2026.',
    ],
    ['taken back by the operator', { isActive: false }, 'This coupon isn’t valid anymore.'],
    ['used up', { maxUses: 3, uses: 3 }, 'This coupon has been used up.'],
    ['for others', { appliesTo: 'subscription' as const }, 'This coupon is only for subscriptions.'],
    ['for packages', { appliesTo: 'package' as const }, 'This coupon is only for token packages.'],
    ['minimum not reached', { minimum: 1_001 }, 'Minimum purchase $10.01.'],
    [
      'too little left for a card',
      { kind: 'fixed' as const, off: 951 },
      'With this coupon $0.49 would be left to pay, and cards pay $0.50 or more. Choose something that costs more.',
    ],
    [
      'nothing left for a card',
      { off: 100 },
      'With this coupon $0.00 would be left to pay, and cards pay $0.50 or more. Choose something that costs more.',
    ],
  ])('rejected: %s', async (_what, values, message) => {
    const { code, id } = values === null ? { code: 'NOSUCHCODE', id: null } : await makeCoupon(values);
    expect((await apply(code, { amount: 1_000 })).problem).toMatchObject({
      status: 422,
      message,
      errors: [{ field: 'couponCode', message }],
    });
    expect((await topUp({ amount: 1_000, couponCode: code })).problem).toMatchObject(
      id
        ? {
            status: 409,
            code: 'price_changed',
            amount: 1_000,
            message: `${message} Without it, you pay $10.00.`,
          }
        : { status: 422, message },
    );
    expect(await db.$count(payments, eq(payments.accountId, fan.id))).toBe(0);
    if (id) await db.delete(coupons).where(eq(coupons.id, id));
  });

  test('accepted at its exact limits', async () => {
    const least = await makeCoupon({ minimum: 1_000, kind: 'fixed', off: 950 });
    expect((await apply(least.code, { amount: 1_000 })).data).toMatchObject({ after: 50 });
    const both = await makeCoupon({ appliesTo: 'top_up' });
    expect((await apply(both.code, { amount: 1_000 })).status).toBe(200);
    expect((await apply(both.code, { performerId: creator.id, type: 'monthly' })).problem).toMatchObject({
      message: 'This coupon is only for top-ups.',
    });
  });

  test("existing subscribers can't use one to start; creators who can't be seen don't exist", async () => {
    const { code } = await makeCoupon();
    await subscribe();
    expect((await apply(code, { performerId: creator.id, type: 'monthly' })).problem).toMatchObject({
      status: 409,
    });
    const nobody = await apply(code, { performerId: newKey(), type: 'monthly' });
    expect(nobody.status).toBe(404);
    const pending = await app.makeCreator({}, { verified: 'pending' });
    expect((await apply(code, { performerId: pending.id, type: 'monthly' })).text).toBe(nobody.text);
  });

  test("guessing codes is limited; people who know theirs aren't affected", async () => {
    const { code } = await makeCoupon();
    for (let round = 0; round < 40; round += 1)
      expect((await apply(code, { amount: 1_000 })).status).toBe(200);
    for (let round = 0; round < 30; round += 1)
      expect((await apply(`GUESS${round}`, { amount: 1_000 })).status).toBe(422);
    expect((await apply('GUESS30', { amount: 1_000 })).status).toBe(429);
    // Valid codes aren't revealed now either, not even by paying with one.
    expect((await apply(code, { amount: 1_000 })).status).toBe(429);
    expect((await topUp({ amount: 1_000, couponCode: 'GUESS31' })).status).toBe(429);
  });

  test.each([
    {},
    { amount: 0 },
    { amount: -5 },
    { amount: 1_000, packageId: '00000000-0000-7000-8000-000000000001' },
    { performerId: '00000000-0000-7000-8000-000000000001', type: 'free' },
    { amount: 2 ** 53 },
    { amount: 1_000, more: 1 },
  ])('rejects %j', async (target) => {
    const { code } = await makeCoupon();
    expect((await apply(code, target)).status).toBe(422);
  });
});

describe('paying with a coupon', () => {
  test('a top-up costs less and credits all its tokens; the site bears the difference, and the row names the coupon', async () => {
    const { id, code } = await makeCoupon({ kind: 'fixed', off: 500 });
    const promotionBefore = await sumOf('promotion');
    expect((await topUp({ amount: 2_000, couponCode: code })).data).toMatchObject({
      amount: 1_500,
      tokens: 400,
      balance: 400,
    });
    expect((await sumOf('promotion')) - promotionBefore).toBe(-500);
    expect(await latestOf(fan.id)).toMatchObject({ amount: 1_500, discount: 500, state: 'succeeded' });
    expect((await ok('GET /payment/transactions/user/search', { token: fan.token })).data[0]).toMatchObject({
      amount: 1_500,
      tokens: 400,
      description: `Top-up of 400 tokens (coupon ${code})`,
    });
    expect([await usesOf(id), (await couponRow(id)).uses]).toEqual([['used'], 1]);
    expect((await topUp({ amount: 2_000, couponCode: code })).problem).toMatchObject({
      code: 'price_changed',
      amount: 2_000,
      message: 'You’ve already used this coupon. Without it, you pay $20.00.',
    });
    await sound();
  });
  const sumOf = async (name: keyof typeof site) =>
    Number(
      (
        await db
          .select({ sum: sql<string>`coalesce(sum(${ledgerPostings.amount}), 0)` })
          .from(ledgerPostings)
          .where(eq(ledgerPostings.accountId, site[name].id))
      )[0]!.sum,
    );

  test('a subscription costs less for its first period; the creator earns on the full price, and it renews at that', async () => {
    const { code } = await makeCoupon({ kind: 'fixed', off: 300, appliesTo: 'subscription' });
    const before = await sumOf('promotion');
    expect((await subscribe({ couponCode: code })).data).toMatchObject({ price: 999, state: 'active' });
    expect((await sumOf('promotion')) - before).toBe(-300);
    expect(await latestOf(fan.id)).toMatchObject({ amount: 699, discount: 300 });
    // 20% of 9.99 is commission, with half a cent rounded up.
    expect(await balanceOf(ctx, 'earnings', creator.id)).toBe(799);
    const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, fan.id));
    ports.clock.set(new Date(row!.periodEnd.getTime() - 30 * 60_000));
    await backend.runJobs();
    expect(await latestOf(fan.id)).toMatchObject({ amount: 999, discount: 0, state: 'succeeded' });
    ports.clock.set('2026-03-02T09:00:00.000Z');
    await sound();
  });

  test("declined, it can be used again; refunded, it can't", async () => {
    const { id, code } = await makeCoupon();
    const poor = await addCard(fan, 'poor');
    expect((await topUp({ amount: 1_000, couponCode: code, cardId: poor })).problem).toMatchObject({
      status: 402,
      code: 'card_declined',
    });
    expect([await usesOf(id), (await couponRow(id)).uses]).toEqual([['released'], 0]);
    const paid = await topUp({ amount: 1_000, couponCode: code });
    expect(paid.data).toMatchObject({ amount: 900, tokens: 200 });
    await transaction(ctx, (tx) => refund(tx, paid.data._id, ''));
    expect((await topUp({ amount: 1_000, couponCode: code })).problem).toMatchObject({
      message: 'You’ve already used this coupon. Without it, you pay $10.00.',
    });
    expect((await couponRow(id)).uses).toBe(1);
    await sound();
  });

  test('a payment waiting for the bank reserves its use, and releases it an hour later', async () => {
    const { id, code } = await makeCoupon({ maxUses: 1 });
    const asks = await addCard(fan, 'asks');
    expect((await topUp({ amount: 1_000, couponCode: code, cardId: asks })).problem).toMatchObject({
      code: 'card_challenge',
    });
    expect(await usesOf(id)).toEqual(['reserved']);
    const other = await app.makeFan();
    expect((await apply(code, { amount: 1_000 }, other.token)).problem).toMatchObject({
      message: 'This coupon has been used up.',
    });
    ports.clock.move('61m');
    await backend.runJobs();
    await backend.runJobs();
    expect([await usesOf(id), (await couponRow(id)).uses]).toEqual([['released'], 0]);
    expect((await apply(code, { amount: 1_000 }, other.token)).status).toBe(200);
    ports.clock.set('2026-03-02T09:00:00.000Z');
    await sound();
  });

  test('an unreachable gateway decides nothing: the use stays reserved until it responds', async () => {
    const { id, code } = await makeCoupon();
    isDown = true;
    const key = newKey();
    expect((await topUp({ amount: 1_000, couponCode: code, expectedPrice: 900 }, { key })).status).toBe(503);
    expect(await usesOf(id)).toEqual(['reserved']);
    isDown = false;
    expect(
      (await topUp({ amount: 1_000, couponCode: code, expectedPrice: 900 }, { key })).data,
    ).toMatchObject({ amount: 900, tokens: 200 });
    expect(
      (await topUp({ amount: 1_000, couponCode: code, expectedPrice: 900 }, { key })).data,
    ).toMatchObject({ amount: 900 });
    expect([await usesOf(id), (await couponRow(id)).uses]).toEqual([['used'], 1]);
  });

  test('for first payments: not after any other, and not two at once', async () => {
    const first = await makeCoupon({ firstPaymentOnly: true });
    const second = await makeCoupon({ firstPaymentOnly: true });
    const more = await Promise.all(Array.from({ length: 18 }, () => makeCoupon({ firstPaymentOnly: true })));
    const all = await Promise.all(
      [first, second, ...more].map(({ code }) =>
        topUp({ amount: 1_000, couponCode: code, expectedPrice: 900 }),
      ),
    );
    expect(all.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 19 }, () => 409),
    ]);
    expect((await apply(second.code, { amount: 1_000 })).problem?.message).toMatch(
      /first payment|used this coupon/,
    );
    const payer = await app.makeFan();
    await topUp({ amount: 1_000, cardId: await addCard(payer) }, { token: payer.token });
    expect((await apply(first.code, { amount: 1_000 }, payer.token)).problem).toMatchObject({
      message: 'This coupon is only for your first payment.',
    });
  });

  test('a late success after the use went to somebody else still counts, within the limit', async () => {
    const { id, code } = await makeCoupon({ maxUses: 1 });
    const asks = await addCard(fan, 'asks');
    const key = newKey();
    await topUp({ amount: 1_000, couponCode: code, cardId: asks }, { key });
    const late = await latestOf(fan.id);
    await db.update(payments).set({ state: 'declined' }).where(eq(payments.id, late.id));
    await db.update(couponUses).set({ state: 'released' }).where(eq(couponUses.paymentId, late.id));
    await db.update(coupons).set({ uses: 0 }).where(eq(coupons.id, id));
    const other = await app.makeFan();
    expect(
      (await topUp({ amount: 1_000, couponCode: code, cardId: await addCard(other) }, { token: other.token }))
        .status,
    ).toBe(201);
    await transaction(ctx, (tx) => couponUsed(tx, late.id));
    expect([(await usesOf(id)).sort(), (await couponRow(id)).uses]).toEqual([['released', 'used'], 1]);
    await sound();
  });
});

describe('two hundred at once', () => {
  test('the total limit holds, and the ledger agrees', async () => {
    const { id, code } = await makeCoupon({ maxUses: 7 });
    const fans = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const person = await app.makeFan();
        return { person, card: await addCard(person) };
      }),
    );
    const answers = await Promise.all(
      fans.map(({ person, card }) =>
        topUp({ amount: 1_000, couponCode: code, cardId: card, expectedPrice: 900 }, { token: person.token }),
      ),
    );
    const paid = answers.filter((answer) => answer.status === 201);
    expect(paid).toHaveLength(7);
    expect(
      new Set(answers.filter((answer) => answer.status !== 201).map((answer) => answer.problem?.message)),
    ).toEqual(new Set(['This coupon has been used up. Without it, you pay $10.00.']));
    expect((await couponRow(id)).uses).toBe(7);
    expect(
      await db.$count(
        ledgerTransactions,
        eq(ledgerTransactions.description, `Top-up of 200 tokens (coupon ${code})`),
      ),
    ).toBe(7);
    await sound();
  }, 60_000);

  test('the limit per person holds', async () => {
    const { id, code } = await makeCoupon({ perUser: 3 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        call('POST /payment/wallet/top-up', {
          token: fan.token,
          body: { amount: 1_000, cardId, couponCode: code, expectedPrice: 900 },
        }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3);
    expect(await usesOf(id)).toEqual(['used', 'used', 'used']);
    await sound();
  }, 60_000);
});

test('the check finds a coupon with a wrong count, and a payment whose coupon has one', async () => {
  const { id, code } = await makeCoupon();
  await topUp({ amount: 1_000, couponCode: code });
  await db.update(coupons).set({ uses: 2 }).where(eq(coupons.id, id));
  const { id: paymentId } = await latestOf(fan.id);
  await db.update(couponUses).set({ discount: 99 }).where(eq(couponUses.paymentId, paymentId));
  expect((await checkLedger(ctx)).map(({ detail }) => detail).sort()).toEqual(
    [
      `coupon ${code} says 2 uses, its rows 1`,
      `payment ${paymentId} is succeeded with 100 off, its coupon used with 99`,
    ].sort(),
  );
});
