import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReplyOf } from '#contract/core/registry.ts';
import { addUpDays } from '#backend/domain/money/earnings/days.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { testBackend } from '../../../setup/backend.ts';
import { earningsIn } from '../../../setup/earnings.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

/*
 * Every figure on the page opens rows and equals their sum. Checked for each figure by fetching its rows page
 * by page.
 */
const app = await testBackend();
const { ok, raw, ports, ctx, makeFan, makeCreator, openSession } = app;
const sell = earningsIn(app);
const { makePost } = postsIn(app);

type Search = NonNullable<Parameters<typeof ok<'GET /performer/earning/search'>>[1]>['query'];
type Row = ReplyOf<'GET /performer/earning/search'>['data'][number];
interface Figures {
  gross: number;
  commission: number;
  net: number;
  count: number;
}
const day = 86_400_000;
const zero: Figures = { gross: 0, commission: 0, net: 0, count: 0 };
const plus = (sums: Figures, row: Omit<Figures, 'count'>): Figures => ({
  gross: sums.gross + row.gross,
  commission: sums.commission + row.commission,
  net: sums.net + row.net,
  count: sums.count + 1,
});

/** Fetches all rows of a filter and checks that the reported sums match. */
async function rowsOf(token: string, query: Search): Promise<{ rows: Row[]; sums: Figures }> {
  const rows: Row[] = [];
  let cursor: string | null | undefined;
  let told: Figures = zero;
  do {
    const page = await ok('GET /performer/earning/search', {
      token,
      query: { ...query, limit: 7, ...(cursor ? { cursor } : {}) },
    });
    rows.push(...page.data);
    told = { ...page.sums, count: page.total };
    cursor = page.nextCursor;
  } while (cursor);
  expect(new Set(rows.map(({ _id }) => _id)).size).toBe(rows.length);
  const sums = rows.reduce(plus, zero);
  expect(told).toEqual(sums);
  return { rows, sums };
}

const later = (a: string, b: string | undefined) => (b && b > a ? b : a);
const sooner = (a: string, b: string | undefined) => (b && b < a ? b : a);

async function walkDay(
  token: string,
  each: ReplyOf<'GET /performer/earning/stats'>['byDay'][number],
  range: { from?: string; to?: string },
): Promise<void> {
  const within = {
    from: later(`${each.day}T00:00:00.000Z`, range.from),
    to: sooner(new Date(Date.parse(each.day) + day).toISOString(), range.to),
  };
  expect((await rowsOf(token, within)).sums).toMatchObject({ net: each.net, count: each.count });
  expect((await rowsOf(token, { ...within, part: 'sales' })).sums).toMatchObject({
    gross: each.gross,
    commission: each.commission,
  });
  expect((await rowsOf(token, { ...within, part: 'refunds' })).sums.net).toBe(each.refunds);
}

/** Compares every figure of a range with its rows. */
async function walk({ token, id }: Person, range: { from?: string; to?: string }): Promise<void> {
  const stats = await ok('GET /performer/earning/stats', { token, query: range });
  const sumsOf = async (query: Search) => (await rowsOf(token, { ...range, ...query })).sums;
  expect(await sumsOf({})).toEqual(stats.total);
  for (const part of ['sales', 'refunds', 'referrals', 'payouts'] as const)
    expect(await sumsOf({ part })).toEqual(stats[part]);
  for (const { source, ...figures } of stats.bySource) expect(await sumsOf({ source })).toEqual(figures);
  expect(stats.bySource.reduce((sum, { net }) => sum + net, 0)).toBe(stats.total.net);
  for (const each of stats.byDay) await walkDay(token, each, range);
  expect(stats.byDay.reduce((sum, { net }) => sum + net, 0)).toBe(stats.total.net);
  for (const move of ['new', 'renewed', 'lost'] as const)
    expect((await sumsOf({ subscribers: move })).count).toBe(stats.subscribers[move]);
  const tops = await ok('GET /performer/earning/tops', { token, query: range });
  for (const { user, ...figures } of tops.users) expect(await sumsOf({ userId: user._id })).toEqual(figures);
  for (const { item, title: _title, ...figures } of tops.items)
    expect(await sumsOf({ itemKind: item.kind, itemId: item._id })).toEqual(figures);
  if (stats.previous) {
    const { from, to, subscribers: _moves, ...figures } = stats.previous;
    expect(await ok('GET /performer/earning/stats', { token, query: { from, to } })).toMatchObject(figures);
  }
  const everything = await rowsOf(token, { part: 'all' });
  expect(everything.sums.net).toBe(await balanceOf(ctx, 'earnings', id));
  expect(stats.balance.total).toBe(everything.sums.net);
  expect(stats.balance.available + stats.balance.onHold).toBe(stats.balance.total);
}

async function someone(): Promise<{ creator: Person; fans: Person[] }> {
  const made = await makeCreator();
  const fans = [await makeFan(), await makeFan(), await makeFan()];
  return { creator: { ...made, token: (await openSession(made.id, 100_000)).token }, fans };
}

/** Sixty days of a creator with every kind of row, next to a second creator whose rows must never appear. */
async function richApp() {
  ports.clock.set('2026-01-05T10:00:00Z');
  const { creator, fans } = await someone();
  const [fay, ben, cat] = fans.map(({ id }) => ({ fanId: id, creatorId: creator.id })) as [Sold, Sold, Sold];
  const other = await makeCreator();
  const post = await makePost(creator.id, { text: 'Glazes' });
  const subscriptionOfFay = await sell.openSubscription(fay);
  const subscriptionOfBen = await sell.openSubscription(ben);
  await sell.paySubscription(fay, subscriptionOfFay);
  await sell.paySubscription(ben, subscriptionOfBen);
  const often: [number, (at: number) => Promise<unknown>][] = [
    [3, (at) => sell.tip(at % 2 === 0 ? fay : cat, 20 + at)],
    [4, () => sell.charge(ben, { subject: 'feed', subjectId: post, tokens: 31 })],
    [10, () => sell.charge(cat, { subject: 'tip', subjectId: post, tokens: 13 })],
    [15, (at) => sell.referral(creator.id, 100 + at)],
    [1, () => sell.tip({ fanId: fay.fanId, creatorId: other.id }, 5)],
  ];
  const giveBack = async () =>
    sell.refund(await sell.charge(cat, { subject: 'product', subjectId: ports.ids(), tokens: 500 }));
  const once: Record<number, () => Promise<unknown>> = {
    20: giveBack,
    29: () => sell.paySubscription(fay, subscriptionOfFay),
    31: async () => sell.endSubscription(subscriptionOfBen),
    33: () => sell.aside('payout', creator.id, 1_000),
    35: () => sell.dispute(ben, { net: 799, commission: 200 }),
    38: () => sell.aside('payout_returned', creator.id, 1_000),
    40: giveBack,
    50: () => sell.aside('payout', creator.id, 400),
    52: () => sell.payoutPaid(creator.id, 400),
  };
  for (let at = 0; at < 60; at += 1) {
    ports.clock.move('1d');
    for (const [every, happen] of often) if (at % every === 0) await happen(at);
    await once[at]?.();
  }
  return { creator, fay, ben, cat, post, now: ports.clock.now().getTime() };
}
type Sold = { fanId: string; creatorId: string };
const rich = await richApp();
const ranges = [
  {},
  { from: '2026-01-10T00:00:00.000Z', to: '2026-02-10T00:00:00.000Z' },
  { from: '2026-01-20T11:30:00.000Z', to: '2026-02-15T09:12:31.123Z' },
  { from: '2026-02-20T00:00:00.000Z' },
  { to: '2026-02-01T00:00:00.000Z' },
  { from: '2026-01-25T13:00:00.000Z', to: '2026-01-25T14:00:00.000Z' },
  { from: '2027-01-01T00:00:00.000Z' },
];

test.each(ranges)('%j: every figure equals its rows, from the ledger alone', async (range) => {
  ports.clock.set(new Date(rich.now));
  await walk(rich.creator, range);
});

test('the figures of a month, written out', async () => {
  const stats = await ok('GET /performer/earning/stats', {
    token: rich.creator.token,
    query: { from: '2026-01-05T00:00:00.000Z', to: '2026-03-07T00:00:00.000Z' },
  });
  expect(stats.subscribers).toEqual({ new: 2, renewed: 1, lost: 1 });
  expect(stats.refunds).toEqual({ gross: -5_999, commission: -1_200, net: -4_799, count: 3 });
  expect(stats.referrals).toMatchObject({ gross: 490, commission: 0, net: 490, count: 4 });
  expect(stats.payouts).toMatchObject({ net: -400, count: 3 });
  expect(stats.sales.net + stats.refunds.net).toBe(stats.total.net);
  const tops = await ok('GET /performer/earning/tops', { token: rich.creator.token, query: {} });
  expect(tops.items[0]).toMatchObject({ item: { kind: 'feed', _id: rich.post }, title: 'Glazes', count: 15 });
  expect(tops.items[1]).toMatchObject({ item: { kind: 'tip', _id: rich.post }, title: 'Glazes', count: 6 });
  expect(tops.items).toHaveLength(2);
  expect(tops.users.map(({ user }) => user._id)).toContain(rich.fay.fanId);
});

test('the rows of churned subscribers lead to their last payment', async () => {
  const { rows } = await rowsOf(rich.creator.token, {
    subscribers: 'lost',
    from: '2026-02-01T00:00:00.000Z',
    to: '2026-03-01T00:00:00.000Z',
  });
  expect(rows).toMatchObject([{ source: 'subscription', user: { _id: rich.ben.fanId } }]);
});

test('once days are summed up, every figure is still the same', async () => {
  const before = await Promise.all(
    ranges.map((query) => ok('GET /performer/earning/stats', { token: rich.creator.token, query })),
  );
  ports.clock.set(new Date(rich.now));
  await addUpDays(ctx);
  expect(
    await Promise.all(
      ranges.map((query) => ok('GET /performer/earning/stats', { token: rich.creator.token, query })),
    ),
  ).toEqual(before);
  for (const range of ranges) await walk(rich.creator, range);
});

/**
 * Checks all months from the one before `began` to the current one: each adds up, starts with the previous
 * one's balance, and equals its rows.
 */
async function monthsJoin({ token, id }: Person, began: Date): Promise<void> {
  let opening = 0;
  let isOpen = false;
  for (let month = -1; !isOpen; month += 1) {
    const name = new Date(Date.UTC(began.getUTCFullYear(), began.getUTCMonth() + month))
      .toISOString()
      .slice(0, 7);
    const { sales, refunds, referrals, payouts, adjustments, bySource, ...statement } = await ok(
      'GET /performer/earning/statement',
      { token, query: { month: name } },
    );
    expect(statement.opening).toBe(opening);
    expect(statement.opening + sales.net + refunds.net + referrals.net + payouts.net + adjustments.net).toBe(
      statement.closing,
    );
    expect(bySource.reduce((sum, { net }) => sum + net, 0)).toBe(sales.net + refunds.net);
    for (const [part, figures] of Object.entries({ sales, refunds, referrals, payouts, adjustments }))
      expect(
        (await rowsOf(token, { part: part as 'sales', from: statement.from, to: statement.to })).sums,
      ).toEqual(figures);
    opening = statement.closing;
    isOpen = statement.isOpen;
  }
  expect(opening).toBe(await balanceOf(ctx, 'earnings', id));
}

test("a month that hasn't begun has no statement, nor does an invalid month", async () => {
  ports.clock.set(new Date(rich.now));
  for (const month of ['2026-04', '2026-13', '1969-12', '2026-1', 'March'])
    expect(
      (await raw('GET /performer/earning/statement', { token: rich.creator.token, query: { month } })).status,
    ).toBe(422);
});

test.each([
  { itemId: '0195aa00-0000-7000-8000-000000000001' },
  { itemKind: 'feed' },
  { userId: 'x' },
  { part: 'everything' },
  { subscribers: 'gone' },
  { from: '2026-01-01' },
])("%j isn't a valid filter", async (query) => {
  expect((await raw('GET /performer/earning/search', { token: rich.creator.token, query })).status).toBe(422);
});

test("another creator's fan or item leads to nothing", async () => {
  const other = await someone();
  for (const query of [{ userId: rich.fay.fanId }, { itemKind: 'feed', itemId: rich.post } as const]) {
    expect(await ok('GET /performer/earning/search', { token: other.creator.token, query })).toEqual({
      data: [],
      total: 0,
      sums: { gross: 0, commission: 0, net: 0 },
      nextCursor: null,
    });
  }
});

const happening = fc.record({
  what: fc.constantFrom(
    'tip',
    'feed',
    'subscribe',
    'renew',
    'end',
    'refund',
    'referral',
    'payout',
    'returned',
    'adjust',
  ),
  who: fc.nat(2),
  tokens: fc.integer({ min: 1, max: 900 }),
  hours: fc.integer({ min: 0, max: 60 }),
  close: fc.boolean(),
});

/** Replays events, adding up days in between. */
async function play(
  { creator, fans }: Awaited<ReturnType<typeof someone>>,
  all: readonly { what: string; who: number; tokens: number; hours: number; close: boolean }[],
) {
  const sales: string[] = [];
  const open: { id: string; sold: Sold }[] = [];
  const taken = new Set<number>();
  let asideNow = 0;
  const post = ports.ids();
  const does: Record<string, (sold: Sold, tokens: number, who: number) => Promise<unknown>> = {
    tip: async (sold, tokens) => sales.push(await sell.tip(sold, tokens)),
    feed: async (sold, tokens) =>
      sales.push(await sell.charge(sold, { subject: 'feed', subjectId: post, tokens })),
    async subscribe(sold, tokens, who) {
      if (taken.has(who)) return;
      taken.add(who);
      const id = await sell.openSubscription(sold);
      open.push({ id, sold });
      sales.push(await sell.paySubscription(sold, id, tokens));
    },
    async renew(_sold, tokens) {
      const [first] = open;
      if (first) sales.push(await sell.paySubscription(first.sold, first.id, tokens));
    },
    async end() {
      const last = open.pop();
      if (last) await sell.endSubscription(last.id);
    },
    async refund() {
      const id = sales.shift();
      if (id) await sell.refund(id);
    },
    referral: (_sold, tokens) => sell.referral(creator.id, tokens),
    async payout(_sold, tokens) {
      asideNow += tokens;
      await sell.aside('payout', creator.id, tokens);
    },
    adjust: (_sold, tokens) => sell.adjust({ accountId: creator.id, purse: 'earnings', amount: tokens }),
    async returned() {
      if (asideNow > 0) await sell.aside('payout_returned', creator.id, asideNow);
      asideNow = 0;
    },
  };
  for (const { what, who, tokens, hours, close } of all) {
    ports.clock.move(`${hours}h`);
    await does[what]!({ fanId: fans[who]!.id, creatorId: creator.id }, tokens, who);
    if (close) await addUpDays(ctx);
  }
}

test('random sales, refunds, referrals, payouts and adjustments: figures equal rows, rows equal the balance, months add up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { minLength: 5, maxLength: 30 }),
      fc.nat(700),
      fc.nat(700),
      async (all, a, b) => {
        ports.clock.set(new Date(Math.max(rich.now, ports.clock.now().getTime()) + 3 * day));
        const began = ports.clock.now().getTime();
        const app = await someone();
        await play(app, all);
        const [from, to] = [Math.min(a, b), Math.max(a, b) + 1].map((hours) =>
          new Date(began + hours * 3_600_000).toISOString(),
        ) as [string, string];
        await walk(app.creator, { from, to });
        await walk(app.creator, {});
        await monthsJoin(app.creator, new Date(began));
      },
    ),
    { numRuns: 12 },
  );
}, 120_000);
