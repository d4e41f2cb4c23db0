import { beforeEach, describe, expect, test } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import { comments, follows, reactions } from '#backend/db/schema/community.ts';
import { itemViewDays, sourceViewDays, viewDays, viewHours } from '#backend/db/schema/statistics.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { addUpDays } from '#backend/domain/money/earnings/days.ts';
import { testBackend } from '../../../setup/backend.ts';
import { earningsIn } from '../../../setup/earnings.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, ctx, ok, call } = app;
const { makePost, buy } = postsIn(app);
const sell = earningsIn(app);

let creator: Person;
let fan: Person;
let post: string;
beforeEach(async () => {
  ports.clock.set('2026-03-02T09:00:00Z');
  creator = await app.makeCreator();
  creator = { ...creator, token: (await app.openSession(creator.id, 100_000)).token };
  fan = await app.makeFan();
  post = await makePost(creator.id, { audience: 'public', text: 'Blue bowls' });
});

const march = { from: '2026-03-01', to: '2026-03-31' };
const overview = (query: Record<string, string> = march) =>
  ok('GET /performer/statistics', { token: creator.token, query: query as typeof march });
const items = (more: Record<string, unknown> = {}) =>
  ok('GET /performer/statistics/items', { token: creator.token, query: { ...march, ...more } });
const views = async (day: string, count: number, more: Partial<typeof itemViewDays.$inferInsert> = {}) => {
  const row = { performerId: creator.id, day, views: count };
  await db
    .insert(itemViewDays)
    .values({ ...row, kind: 'feed', itemId: post, source: 'home', locked: 0, ...more });
};
const hour = async (day: string, at: number, [count, viewers]: [number, number]) => {
  const row = { performerId: creator.id, day, views: count, viewers };
  await db.insert(viewHours).values({ ...row, hour: at });
  await db
    .insert(viewDays)
    .values(row)
    .onConflictDoUpdate({
      target: [viewDays.performerId, viewDays.day],
      set: { views: sql`view_days.views + ${count}`, viewers: sql`view_days.viewers + ${viewers}` },
    });
};

describe('overview', () => {
  test('without anything: zeros, and no beginning', async () => {
    const { since, totals, series } = await overview();
    expect(since).toBeNull();
    expect(totals).toEqual({
      views: 0,
      viewers: 0,
      profileViews: 0,
      followers: 0,
      earned: 0,
      subscribers: { new: 0, renewed: 0, lost: 0, net: 0 },
    });
    expect(series).toHaveLength(31);
  });

  test('views, viewers and followers by day, with the days before', async () => {
    await hour('2026-02-10', 8, [4, 3]);
    await hour('2026-03-03', 8, [5, 2]);
    await hour('2026-03-03', 9, [1, 1]);
    await hour('2026-03-31', 23, [2, 2]);
    await hour('2026-04-01', 0, [9, 9]);
    await views('2026-03-03', 3, { kind: 'profile', itemId: creator.id });
    ports.clock.set('2026-03-31T23:59:59Z');
    await db
      .insert(follows)
      .values({ followerId: fan.id, performerId: creator.id, createdAt: ports.clock.now() });
    const { since, totals, previous, series } = await overview();
    expect(since).toBe('2026-02-10');
    expect(totals).toMatchObject({ views: 8, viewers: 5, profileViews: 3, followers: 1 });
    expect(previous).toMatchObject({ from: '2026-01-29', to: '2026-02-28', views: 4, viewers: 3 });
    expect(series[2]).toMatchObject({ day: '2026-03-03', views: 6, viewers: 3 });
    expect(series[12]?.previous?.views).toBe(4);
    expect(series[30]).toMatchObject({ day: '2026-03-31', views: 2, followers: 1 });
  });

  test('by week from Monday and by month; long ranges get larger steps', async () => {
    await hour('2026-03-01', 8, [1, 1]);
    await hour('2026-03-02', 8, [2, 1]);
    await hour('2026-03-08', 8, [3, 1]);
    const weeks = (await overview({ ...march, step: 'week' })).series;
    expect(weeks.slice(0, 3).map(({ day, views: count }) => [day, count])).toEqual([
      ['2026-03-01', 1],
      ['2026-03-02', 5],
      ['2026-03-09', 0],
    ]);
    const months = await overview({ from: '2026-01-15', to: '2026-03-31', step: 'month' });
    expect(months.series.map(({ day, views: count }) => [day, count])).toEqual([
      ['2026-01-15', 0],
      ['2026-02-01', 0],
      ['2026-03-01', 6],
    ]);
    const long = await overview({ from: '2020-01-01', to: '2026-03-31' });
    expect([long.step, long.series.length <= 400]).toEqual(['week', true]);
  });

  test('money and subscribers are those of the earnings, whether their days are added up or not', async () => {
    const sold = { fanId: fan.id, creatorId: creator.id };
    const subscription = await sell.openSubscription(sold);
    await sell.paySubscription(sold, subscription);
    const tip = await sell.tip(sold, 200);
    ports.clock.set('2026-03-05T10:00:00Z');
    await sell.refund(tip);
    await sell.charge(sold, { subject: 'feed', subjectId: post, tokens: 100 });
    ports.clock.set('2026-03-20T10:00:00Z');
    await sell.paySubscription(sold, subscription);
    await sell.referral(creator.id, 500);
    ports.clock.set('2026-03-28T10:00:00Z');
    await sell.endSubscription(subscription);
    const range = { from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' };
    for (const added of [false, true]) {
      if (added) await addUpDays(ctx);
      const stats = await ok('GET /performer/earning/stats', { token: creator.token, query: range });
      const { totals, series } = await overview();
      expect(totals.earned).toBe(stats.total.net);
      expect(totals.earned).toBeGreaterThan(0);
      const { net, ...counts } = totals.subscribers;
      expect(counts).toEqual(stats.subscribers);
      expect(counts).toEqual({ new: 1, renewed: 1, lost: 1 });
      expect(net).toBe(0);
      expect(series.reduce((sum, { earned }) => sum + earned, 0)).toBe(stats.total.net);
      for (const { day, earned } of series)
        expect(earned, day).toBe(stats.byDay.find((each) => each.day === day)?.net ?? 0);
      const tops = await ok('GET /performer/earning/tops', { token: creator.token, query: range });
      const byItem = await items();
      expect(byItem.data.find(({ _id }) => _id === post)?.earned).toBe(
        tops.items.find(({ item }) => item._id === post)?.net,
      );
    }
  });
});

describe('items', () => {
  test('views, purchases, likes, comments and tips of each, in these days only', async () => {
    const second = await makePost(creator.id, { audience: 'public', text: 'Red cups' });
    await views('2026-03-04', 10, { locked: 8 });
    await views('2026-03-05', 10, { locked: 2, source: 'search' });
    await views('2026-02-27', 100);
    await views('2026-03-04', 40, { itemId: second });
    await views('2026-03-04', 7, { kind: 'profile', itemId: creator.id });
    ports.clock.set('2026-03-05T10:00:00Z');
    await buy(fan.id, post, creator.id);
    const sold = { fanId: fan.id, creatorId: creator.id };
    await sell.charge(sold, { subject: 'tip', subjectId: post, tokens: 100 });
    const createdAt = ports.clock.now();
    const about = { objectType: 'feed', objectId: post } as const;
    await db.insert(reactions).values({ accountId: fan.id, action: 'like', ...about, createdAt });
    await db.insert(comments).values({
      id: ports.ids(),
      ...about,
      ownerId: creator.id,
      authorId: fan.id,
      text: 'Nice',
      createdAt,
      updatedAt: createdAt,
    });
    const byViews = await items();
    expect(byViews.total).toBe(2);
    expect(byViews.data.map(({ title, views: count }) => [title, count])).toEqual([
      ['Red cups', 40],
      ['Blue bowls', 20],
    ]);
    const [first] = (await items({ sort: 'conversion' })).data;
    expect(first).toMatchObject({
      _id: post,
      kind: 'feed',
      views: 20,
      locked: 10,
      unlocks: 1,
      conversion: 10,
      likes: 1,
      comments: 1,
    });
    expect(first?.tips).toBeGreaterThan(0);
    expect(first?.earned).toBeGreaterThanOrEqual(first?.tips ?? 0);
    expect(byViews.data[0]?.conversion).toBeNull();
    expect((await items({ kind: 'video' })).total).toBe(0);
  });

  test('page by page, each item once', async () => {
    for (let at = 0; at < 5; at += 1) await views('2026-03-04', 10, { itemId: ports.ids() });
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await items({ limit: 2, ...(cursor && { cursor }) });
      expect(page.total).toBe(5);
      ids.push(...page.data.map(({ _id }) => _id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(new Set(ids).size).toBe(5);
    const answer = await call('GET /performer/statistics/items', {
      token: creator.token,
      query: { ...march, cursor: 'x' },
    });
    expect(answer.status).toBe(422);
  });
});

test('sources, with those of the days before; of one item too, and only of one’s own', async () => {
  const source = (day: string, count: number, [name, ref]: ['home' | 'link', string]) =>
    db.insert(sourceViewDays).values({ performerId: creator.id, day, source: name, ref, views: count });
  await source('2026-03-04', 5, ['home', '']);
  await source('2026-03-05', 1, ['home', '']);
  await source('2026-02-05', 9, ['home', '']);
  await source('2026-03-05', 7, ['link', 'news']);
  await views('2026-03-04', 3, { source: 'search' });
  const ask = (token: string, more = {}) =>
    ok('GET /performer/statistics/sources', { token, query: { ...march, ...more } });
  expect(await ask(creator.token)).toEqual([
    { source: 'link', ref: 'news', views: 7, previous: 0 },
    { source: 'home', ref: null, views: 6, previous: 9 },
  ]);
  expect(await ask(creator.token, { itemId: post })).toEqual([
    { source: 'search', ref: null, views: 3, previous: 0 },
  ]);
  const other = await app.makeCreator();
  const token = (await app.openSession(other.id, 100_000)).token;
  expect(await ask(token)).toEqual([]);
  expect(await ask(token, { itemId: post })).toEqual([]);
});

describe('audience', () => {
  const audience = (query = march) =>
    ok('GET /performer/statistics/audience', { token: creator.token, query });
  const member = async (
    startedAt: string,
    periodEnd: string,
    more: Partial<typeof subscriptions.$inferInsert> = {},
  ) => {
    const person = await app.makeFan();
    const id = await sell.openSubscription({ fanId: person.id, creatorId: creator.id });
    await db
      .update(subscriptions)
      .set({ startedAt: new Date(startedAt), periodEnd: new Date(periodEnd), ...more })
      .where(eq(subscriptions.id, id));
  };

  test('monthly revenue, churn and lifetime value, by hand', async () => {
    ports.clock.set('2026-03-31T12:00:00Z');
    await member('2026-01-10T00:00:00Z', '2026-04-10T00:00:00Z', { price: 1000 });
    await member('2026-01-10T00:00:00Z', '2027-01-10T00:00:00Z', { type: 'yearly', price: 12_000 });
    await member('2026-01-10T00:00:00Z', '2026-04-10T00:00:00Z', { state: 'cancelled', price: 1000 });
    await member('2026-01-10T00:00:00Z', '2026-03-10T00:00:00Z', { state: 'expired', price: 1000 });
    await member('2026-03-15T00:00:00Z', '2026-04-15T00:00:00Z', { price: 2000 });
    await member('2026-01-10T00:00:00Z', '2026-04-10T00:00:00Z', { type: 'free', price: 0 });
    const { now, before, churn, lifetimeValue } = await audience();
    expect(before).toEqual({ subscribers: 4, monthlyRevenue: 4000 });
    expect(now).toEqual({ subscribers: 4, monthlyRevenue: 5000 });
    expect(churn).toBe(25);
    // 12.50 a month on average, of whom 25% leave in 31 days.
    expect(lifetimeValue).toBe(Math.round(1250 / (0.25 * (365.25 / 12 / 31))));
  });

  test('nobody subscribed at the start: no churn; nobody left: no lifetime value', async () => {
    ports.clock.set('2026-03-31T12:00:00Z');
    expect(await audience()).toMatchObject({ churn: null, lifetimeValue: null, cohorts: [] });
    await member('2026-01-10T00:00:00Z', '2026-04-10T00:00:00Z');
    expect(await audience()).toMatchObject({ churn: 0, lifetimeValue: null });
  });

  test('cohorts: who is still there after each month', async () => {
    ports.clock.set('2026-03-31T12:00:00Z');
    await member('2026-01-10T00:00:00Z', '2026-04-10T00:00:00Z');
    await member('2026-01-20T00:00:00Z', '2026-02-20T00:00:00Z', { state: 'expired' });
    await member('2026-03-15T00:00:00Z', '2026-04-15T00:00:00Z');
    expect((await audience()).cohorts).toEqual([
      { month: '2026-01', joined: 2, kept: [100, 50, 50] },
      { month: '2026-03', joined: 1, kept: [100] },
    ]);
  });

  test('views by hour of the week, from Monday', async () => {
    await hour('2026-03-02', 9, [3, 1]);
    await hour('2026-03-09', 9, [4, 1]);
    await hour('2026-03-08', 23, [5, 1]);
    const { hours } = await audience();
    expect([hours.length, hours[9], hours[167]]).toEqual([168, 7, 5]);
    ports.clock.set('2026-03-31T12:00:00Z');
    // In Los Angeles, 9:00 is at 1:00, and at 2:00 from March 8 on; Sunday, 23:00 is at 16:00.
    await ok('PUT /users/time-zone', { token: creator.token, body: { timeZone: 'America/Los_Angeles' } });
    const there = (await audience()).hours;
    expect(there.flatMap((count, at) => (count > 0 ? [[at, count]] : []))).toEqual([
      [1, 3],
      [2, 4],
      [160, 5],
    ]);
  });
});

test('refuses days that aren’t, are in the wrong order, or are too many', async () => {
  const token = creator.token;
  for (const query of [
    { from: '2026-03-31', to: '2026-03-01' },
    { from: '1970-01-01', to: '2026-03-01' },
    { from: '2000-01-01', to: '2026-03-01' },
    { from: '2026-02-30', to: '2026-03-01' },
    { from: '9999-01-01', to: '9999-12-31' },
  ])
    for (const path of ['', '/items', '/sources', '/audience'] as const) {
      const answer = await app.raw(`GET /performer/statistics${path}`, { token, query });
      expect(answer.status, `${path} ${query.from}`).toBe(422);
    }
});
