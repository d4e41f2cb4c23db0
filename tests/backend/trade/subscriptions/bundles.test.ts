import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { performers } from '#backend/db/schema/creators.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { membersAt } from '#backend/domain/trade/subscriptions/members.ts';
import { subscriptionApp } from '../../../setup/subscribing.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await subscriptionApp();
const { ok, raw, call, db, ctx, ports, subscribe, cancel, resume, accept, quote, switchTo, mailsTo } = app;
const { rowOf, paid, until, hasAccess } = app;

let fan: Person;
let creator: Person;
let cardId: string;
beforeEach(async () => {
  ({ fan, creator, cardId } = await app.begin());
});

type Terms = {
  monthlyPrice?: number;
  yearlyPrice?: number;
  quarterlyPercent?: number | null;
  semiannualPercent?: number | null;
};
const ask = (body: Terms) =>
  ok('PUT /performers/:id', { token: creator.token, params: { id: creator.id }, body });
const refusedTerms = async (body: Record<string, unknown>) =>
  (await raw('PUT /performers/:id', { token: creator.token, params: { id: creator.id }, body })).problem
    ?.errors;
const listed = async () => (await ok('GET /subscriptions/user/search', { token: fan.token })).data;
const profile = () => ok('GET /performers/:id', { token: fan.token, params: { id: creator.id } });

describe('the discount', () => {
  test('is chosen: nobody offers several months before they say so', async () => {
    expect((await profile()).bundles).toEqual([]);
    expect((await subscribe('quarterly')).problem).toMatchObject({
      status: 409,
      message: 'Cleo doesn’t offer a 3-month subscription.',
    });
    expect(await paid()).toBe(0);
    await ask({ quarterlyPercent: 10, semiannualPercent: 0 });
    expect((await profile()).bundles).toEqual([
      { type: 'quarterly', percent: 10, price: 2_697 },
      { type: 'semiannual', percent: 0, price: 5_994 },
    ]);
    await ask({ quarterlyPercent: null });
    expect((await profile()).bundles).toEqual([{ type: 'semiannual', percent: 0, price: 5_994 }]);
  });

  test('is a whole number from 0 to 50', async () => {
    for (const percent of [-1, 51, 12.5, '10', true])
      expect(await refusedTerms({ quarterlyPercent: percent })).toMatchObject([
        { field: 'quarterlyPercent' },
      ]);
    expect((await profile()).bundles).toEqual([]);
  });

  test("needs a monthly price, and together the months can't cost more than the highest price", async () => {
    await db
      .update(performers)
      .set({ monthlyPrice: null, yearlyPrice: null })
      .where(eq(performers.accountId, creator.id));
    expect(await refusedTerms({ quarterlyPercent: 10 })).toMatchObject([{ field: 'monthlyPrice' }]);
    await ask({ monthlyPrice: 9_000, quarterlyPercent: 10 });
    expect(await refusedTerms({ semiannualPercent: 10 })).toEqual([
      { field: 'semiannualPercent', message: '6 months would cost 486.00. The highest price is 300.00.' },
    ]);
    expect(await refusedTerms({ monthlyPrice: 12_000 })).toEqual([
      { field: 'monthlyPrice', message: '3 months would cost 324.00. The highest price is 300.00.' },
    ]);
  });
});

describe('a subscription to several months', () => {
  beforeEach(() => ask({ quarterlyPercent: 10, semiannualPercent: 15 }));

  test('is one payment for the whole length, with one sale that the receipt names', async () => {
    const { data } = await subscribe('quarterly');
    expect(data).toMatchObject({
      type: 'quarterly',
      price: 2_697,
      renews: true,
      periodEnd: '2026-04-30T10:00:00.000Z',
      plans: ['monthly', 'quarterly', 'semiannual', 'yearly'],
    });
    expect([await paid(), await balanceOf(ctx, 'earnings', creator.id)]).toEqual([1, 2_158]);
    const [sale] = await db
      .select()
      .from(ledgerTransactions)
      .where(eq(ledgerTransactions.subjectId, data._id));
    expect(sale?.description).toBe('3-month subscription to Cleo');
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('renews at its end for the same months and price, whatever the creator asks then', async () => {
    const { _id } = (await subscribe('quarterly')).data;
    await ask({ quarterlyPercent: 5 });
    await until('2026-02-28T09:30:00Z');
    expect(await paid()).toBe(1);
    expect((await listed())[0]).toMatchObject({ price: 2_697, newPrice: 2_847 });
    await until('2026-04-28T09:30:00Z');
    expect((await mailsTo()).at(-1)?.text).toContain(
      'Your 3-month subscription to Cleo renews on Apr 30, 2026 for $26.97.',
    );
    await until('2026-04-30T09:30:00Z');
    expect(await rowOf(_id)).toMatchObject({ type: 'quarterly', price: 2_697, state: 'active' });
    // January 31 is the anchor, so July ends on the 31st.
    expect((await rowOf(_id)).periodEnd.toISOString()).toBe('2026-07-31T10:00:00.000Z');
    expect([await paid(), await hasAccess()]).toEqual([2, true]);
  });

  test('tells its subscribers of a new price, by discount or by month, and they may accept it', async () => {
    const { _id } = (await subscribe('semiannual')).data;
    await ask({ monthlyPrice: 2_000 });
    await until('2026-01-31T10:11:00Z');
    expect((await mailsTo()).at(-1)?.text).toContain('Cleo now asks $102.00 every 6 months.');
    expect((await accept(_id, 10_199)).status).toBe(409);
    expect((await accept(_id, 10_200)).data).toMatchObject({ nextPrice: 10_200, newPrice: null });
  });

  test('keeps its price and renews when the creator no longer offers it', async () => {
    const { _id } = (await subscribe('quarterly')).data;
    await ask({ quarterlyPercent: null });
    expect((await listed())[0]).toMatchObject({ newPrice: null, plans: ['monthly', 'semiannual', 'yearly'] });
    await until('2026-04-30T09:30:00Z');
    expect([await paid(), (await rowOf(_id)).price]).toEqual([2, 2_697]);
  });

  test('what one saw is what one pays, and an offer for the first month is not added', async () => {
    await ok('POST /promotions', {
      token: creator.token,
      body: { percent: 50, plan: null, audience: 'all', message: '' },
    });
    const pay = (expectedPrice: number) =>
      call('POST /payment/subscribe/performers', {
        token: fan.token,
        body: { performerId: creator.id, type: 'quarterly', cardId, expectedPrice },
      });
    for (const price of [0, 1_349, 2_696, 2_997])
      expect((await pay(price)).problem).toMatchObject({ status: 409, code: 'price_changed' });
    expect(await paid()).toBe(0);
    expect((await pay(2_697)).status).toBe(201);
  });

  test('canceled, it lasts until its end, and is resumed without a payment', async () => {
    const { _id } = (await subscribe('quarterly')).data;
    await cancel(_id);
    await until('2026-04-29T10:00:00Z');
    expect(await hasAccess()).toBe(true);
    expect((await resume(_id)).data).toMatchObject({ renews: true, type: 'quarterly', price: 2_697 });
    await cancel(_id);
    await until('2026-04-30T10:00:00Z');
    expect([await hasAccess(), await paid()]).toEqual([false, 1]);
  });

  test('twenty at once are one subscription', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => subscribe('quarterly')));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(await paid()).toBe(1);
  });

  test('counts by the month in what subscribers pay', async () => {
    await subscribe('quarterly');
    ports.clock.set('2026-01-31T10:00:01Z');
    expect(await membersAt(ctx, creator.id, ports.clock.now())).toEqual({
      subscribers: 1,
      monthlyRevenue: 899,
    });
  });
});

describe('switching', () => {
  beforeEach(() => ask({ quarterlyPercent: 10, semiannualPercent: 15 }));

  test('to more months takes effect at once, less the rest of the month', async () => {
    const { _id } = (await subscribe('monthly')).data;
    ports.clock.set('2026-02-10T15:00:00Z');
    const credit = Math.ceil((999 * 18) / 28);
    expect((await quote(_id, 'quarterly')).data).toEqual({
      type: 'quarterly',
      price: 2_697,
      credit,
      amount: 2_697 - credit,
      startsAt: '2026-02-10T15:00:00.000Z',
      periodEnd: '2026-05-10T15:00:00.000Z',
    });
    expect((await switchTo(_id, 'quarterly', { amount: 2_697 })).status).toBe(409);
    expect((await switchTo(_id, 'quarterly', { amount: 2_697 - credit })).data).toMatchObject({
      type: 'quarterly',
      price: 2_697,
      periodEnd: '2026-05-10T15:00:00.000Z',
    });
    // From 3 months to 6, the rest of what was paid for the 3 counts: 80 of 89 days.
    ports.clock.set('2026-02-19T15:00:00Z');
    expect((await quote(_id, 'semiannual')).data).toMatchObject({
      price: 5_094,
      credit: Math.ceil(((2_697 - credit) * 80) / 89),
    });
  });

  test('to fewer months waits for the end, and can be undone', async () => {
    const { _id } = (await subscribe('semiannual')).data;
    const later = (await quote(_id, 'quarterly')).data;
    expect(later).toMatchObject({ amount: 0, startsAt: '2026-07-31T10:00:00.000Z', price: 2_697 });
    expect((await switchTo(_id, 'quarterly', { amount: 0 })).data).toMatchObject({
      type: 'semiannual',
      nextType: 'quarterly',
    });
    expect((await switchTo(_id, 'semiannual', { amount: 0 })).data).toMatchObject({ nextType: null });
    await switchTo(_id, 'quarterly', { amount: 0 });
    await until('2026-07-31T09:30:00Z');
    const row = await rowOf(_id);
    expect(row).toMatchObject({ type: 'quarterly', price: 2_697 });
    expect(row.periodEnd.toISOString()).toBe('2026-10-31T10:00:00.000Z');
    expect((await quote(_id, 'quarterly')).problem).toMatchObject({
      status: 409,
      message: 'You’re already on the 3-month plan.',
    });
  });
});
