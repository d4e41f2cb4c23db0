import { beforeEach, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { accounts } from '#backend/db/schema/accounts.ts';
import { feeds } from '#backend/db/schema/posts.ts';
import {
  itemViewDays,
  sourceViewDays,
  viewDays,
  viewHours,
  viewMarks,
  viewSalts,
} from '#backend/db/schema/statistics.ts';
import { forgetViewers } from '#backend/domain/across/statistics/counting.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import { shopIn } from '../../../setup/shop.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, ctx, backend } = app;
const { makePost, buy, follow, block } = postsIn(app);
const { makeProduct } = shopIn(app);

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
interface View {
  kind?: string;
  id: string;
  source?: string;
  ref?: string;
  extra?: number;
}
type Who = { person?: Person; ip?: string; userAgent?: string; country?: string };
const send = (views: readonly View[], { person, ...around }: Who = {}) =>
  app.raw('POST /views', {
    body: {
      views: views.map(({ id: itemId, ...view }) => ({ kind: 'feed', source: 'home', itemId, ...view })),
    },
    token: person?.token ?? null,
    userAgent: firefox,
    ...around,
  });
const see = async (...given: Parameters<typeof send>) => {
  expect((await send(...given)).status).toBe(200);
  await backend.flush();
};
const itemRows = async (performerId = creator.id) =>
  (await db.select().from(itemViewDays).where(eq(itemViewDays.performerId, performerId))).map(
    ({ kind, itemId, day, source, views, locked }) => ({ kind, itemId, day, source, views, locked }),
  );
const viewsOf = async (itemId: string) =>
  (await itemRows()).filter((row) => row.itemId === itemId).reduce((sum, { views }) => sum + views, 0);
const compare = (a: string, b: string) => (a < b ? -1 : 1);
const hourRows = () => db.select().from(viewHours).where(eq(viewHours.performerId, creator.id));

let creator: Person;
let fan: Person;
let post: string;
beforeEach(async () => {
  ports.clock.set('2026-03-02T09:20:00Z');
  await db.delete(viewMarks);
  await db.delete(viewSalts);
  creator = await app.makeCreator();
  fan = await app.makeFan();
  post = await makePost(creator.id, { audience: 'public' });
});

test('a viewer counts once a day, whoever they are; the next day they count again', async () => {
  await see([{ id: post }, { id: post }], { person: fan });
  await see([{ id: post, source: 'search' }], { person: fan, ip: '198.51.100.9' });
  await see([{ id: post }], { ip: '198.51.100.9' });
  await see([{ id: post }], { ip: '198.51.100.9' });
  expect(await itemRows()).toEqual([
    { kind: 'feed', itemId: post, day: '2026-03-02', source: 'home', views: 2, locked: 0 },
  ]);
  ports.clock.set('2026-03-03T09:20:00Z');
  const person = { ...fan, token: (await app.openSession(fan.id, 100)).token };
  await see([{ id: post, source: 'search' }], { person });
  expect((await itemRows()).map(({ day, source, views }) => [day, source, views])).toEqual([
    ['2026-03-02', 'home', 2],
    ['2026-03-03', 'search', 1],
  ]);
});

test('also when two processes write the same view at once', async () => {
  const { createBackend } = await import('#backend/create-backend.ts');
  const others = { ...ports };
  const other = createBackend({ db, ports: others, config: app.config, settings: app.settings });
  const body = JSON.stringify({ views: [{ kind: 'feed', itemId: post, source: 'home' }] });
  await send([{ id: post }]);
  await other.fetch(
    new Request('https://limelight.test/api/v1/views', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': firefox },
      body,
    }),
    { ip: '203.0.113.1' },
  );
  await Promise.all([backend.flush(), other.flush()]);
  expect(await viewsOf(post)).toBe(1);
});

test('bots, programs and clients without a name aren’t counted', async () => {
  const bots = [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'facebookexternalhit/1.1',
    'curl/8.5.0',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/150.0.0.0 Safari/537.36',
    '',
  ];
  for (const userAgent of bots) await see([{ id: post }], { userAgent });
  expect(await itemRows()).toEqual([]);
});

test('the creator’s own view doesn’t count', async () => {
  await see([{ id: post }, { kind: 'profile', id: creator.username }], { person: creator });
  expect(await itemRows()).toEqual([]);
  expect(await hourRows()).toEqual([]);
});

test('what the viewer can’t see is ignored, exactly like what doesn’t exist', async () => {
  const draft = await makePost(creator.id, { state: 'draft', publishedAt: null });
  const nothing = await send([{ id: ports.ids() }]);
  for (const view of [{ id: draft }, { id: post, kind: 'video' }, { id: 'nonsense' }]) {
    const answer = await send([view]);
    expect([answer.status, answer.text]).toEqual([nothing.status, nothing.text]);
  }
  const blocked = await app.makeFan();
  await block(creator.id, blocked.id);
  await see([{ id: post }, { kind: 'profile', id: creator.id }], { person: blocked });
  expect(await itemRows()).toEqual([]);
  await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, creator.id));
  await see([{ id: post }, { kind: 'profile', id: creator.id }], { person: fan });
  expect(await itemRows()).toEqual([]);
});

test('a buyer still reads what is no longer published, and isn’t counted for it', async () => {
  await buy(fan.id, post, creator.id);
  await db.update(feeds).set({ state: 'archived' }).where(eq(feeds.id, post));
  await see([{ id: post }], { person: fan });
  expect(await itemRows()).toEqual([]);
});

test('counts how many found it locked', async () => {
  const locked = await makePost(creator.id, { audience: 'followers' });
  await follow(fan.id, creator.id);
  await see([{ id: locked }], { person: fan });
  await see([{ id: locked }], { ip: '198.51.100.1' });
  await see([{ id: locked }], { ip: '198.51.100.2' });
  const [row] = await itemRows();
  expect([row?.views, row?.locked]).toEqual([3, 2]);
});

test('a product is locked for whoever hasn’t bought it', async () => {
  const product = await makeProduct(creator.id);
  await see([{ id: product, kind: 'product' }], { person: fan });
  expect((await itemRows()).map(({ kind, locked }) => [kind, locked])).toEqual([['product', 1]]);
});

test('views of a creator by hour; a viewer of several items is one viewer that day', async () => {
  const second = await makePost(creator.id, { audience: 'public' });
  ports.clock.set('2026-03-02T09:50:00Z');
  await see([{ id: post }, { id: second }, { kind: 'profile', id: creator.username }], { person: fan });
  ports.clock.set('2026-03-02T10:10:00Z');
  const third = await makePost(creator.id, { audience: 'public' });
  await see([{ id: third }], { person: fan });
  await see([{ id: third }], { ip: '198.51.100.1' });
  expect((await hourRows()).map(({ hour, views, viewers }) => [hour, views, viewers])).toEqual([
    [9, 3, 1],
    [10, 2, 1],
  ]);
});

test('a profile by its username or its id is the same profile', async () => {
  await see([{ kind: 'profile', id: creator.username.toUpperCase() }], { person: fan });
  await see([{ kind: 'profile', id: creator.id }], { person: fan });
  expect((await itemRows()).map(({ itemId, views }) => [itemId, views])).toEqual([[creator.id, 1]]);
});

test('the word of a link is kept, for links only, and no more than 50 words a day', async () => {
  const sources = () =>
    db
      .select()
      .from(sourceViewDays)
      .where(eq(sourceViewDays.performerId, creator.id))
      .orderBy(sourceViewDays.source);
  await see([{ id: post, source: 'link', ref: 'newsletter' }], { person: fan });
  await see([{ id: post, source: 'home', ref: 'newsletter' }], { ip: '198.51.100.1' });
  expect((await sources()).map(({ source, ref, views }) => [source, ref, views])).toEqual([
    ['home', '', 1],
    ['link', 'newsletter', 1],
  ]);
  for (let at = 0; at < 60; at += 1)
    await see([{ id: post, source: 'link', ref: `w${at}` }], { ip: `10.0.0.${at}` });
  const rows = await sources();
  expect(rows.filter(({ ref }) => ref !== '')).toHaveLength(50);
  expect(rows.reduce((sum, { views }) => sum + views, 0)).toBe(62);
});

test('refuses unknown fields, words, kinds and too many at once', async () => {
  for (const view of [
    { id: post, source: 'telepathy' },
    { id: post, kind: 'photo' },
    { id: post, source: 'link', ref: 'Two words' },
    { id: post, extra: 1 },
  ])
    expect((await send([view])).status).toBe(422);
  expect((await send([])).status).toBe(422);
  expect((await send(Array.from({ length: 51 }, () => ({ id: post })))).status).toBe(422);
});

test('a client that calls far too often is told to wait', async () => {
  const answers = await Promise.all(
    Array.from({ length: 245 }, () => send([{ id: ports.ids() }], { ip: '192.0.2.77' })),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  await see([{ id: post }], { ip: '192.0.2.78' });
  expect(await viewsOf(post)).toBe(1);
});

test('nothing that is kept names a viewer; marks and salts go', async () => {
  ports.clock.set('2026-03-05T09:00:00Z');
  await see([{ id: post }], { ip: '198.51.100.44' });
  const marks = await db.select().from(viewMarks);
  expect(marks).toHaveLength(2);
  expect(JSON.stringify(marks)).not.toContain('198.51.100.44');
  expect((await db.select().from(viewSalts)).map(({ day }) => day)).toEqual(['2026-03-05']);
  // In the last zone on earth, the day isn't over.
  ports.clock.set('2026-03-06T11:59:00Z');
  await forgetViewers(ctx);
  expect(await db.select().from(viewSalts)).toHaveLength(1);
  ports.clock.set('2026-03-06T12:10:00Z');
  await forgetViewers(ctx);
  expect(await db.select().from(viewSalts)).toEqual([]);
  expect((await db.select().from(viewMarks)).length).toBe(marks.length);
  ports.clock.set('2026-03-07T12:10:00Z');
  await forgetViewers(ctx);
  expect(await db.select().from(viewMarks)).toEqual([]);
});

test.each([
  // The day begins at 8:00 in UTC, 11:00 of the day before, and 18:15 of the day before.
  ['America/Los_Angeles', '2026-03-02T08:00:00Z', '2026-03-02', '2026-03-01'],
  ['Pacific/Tongatapu', '2026-03-01T11:00:00Z', '2026-03-02', '2026-03-01'],
  ['Asia/Kathmandu', '2026-02-28T18:15:00Z', '2026-03-01', '2026-02-28'],
])(
  'views are counted on the creator’s day in %s, and viewers once in it',
  async (timeZone, midnight, ...[day, before]) => {
    const at = (minutes: number) =>
      ports.clock.set(new Date(Date.parse(midnight) + minutes * 60_000).toISOString());
    await db.update(accounts).set({ timeZone }).where(eq(accounts.id, creator.id));
    at(-1);
    await see([{ id: post }], { person: fan });
    at(0);
    await see([{ id: post }], { person: fan });
    // Midnight in UTC is within the day.
    at(23 * 60 + 59);
    await see([{ id: post }, { kind: 'profile', id: creator.username }], { person: fan });
    expect((await itemRows()).map((row) => `${row.day} ${row.kind} ${row.views}`).toSorted(compare)).toEqual([
      `${before} feed 1`,
      `${day} feed 1`,
      `${day} profile 1`,
    ]);
    const days = await db.select().from(viewDays).where(eq(viewDays.performerId, creator.id));
    expect(days.map((row) => `${row.day} ${row.views} ${row.viewers}`).toSorted(compare)).toEqual([
      `${before} 1 1`,
      `${day} 2 1`,
    ]);
    const token = (await app.openSession(creator.id)).token;
    const { totals } = await app.ok('GET /performer/statistics', { token, query: { from: day, to: day } });
    expect([totals.views, totals.viewers, totals.profileViews]).toEqual([2, 1, 1]);
    const { hours } = await app.ok('GET /performer/statistics/audience', {
      token,
      query: { from: day, to: day },
    });
    expect(hours.reduce((sum, count) => sum + count, 0)).toBe(2);
  },
);

test('another time zone leaves past views on their days', async () => {
  await see([{ id: post }], { person: fan });
  const counted = await itemRows();
  await db.update(accounts).set({ timeZone: 'Pacific/Tongatapu' }).where(eq(accounts.id, creator.id));
  ports.clock.set('2026-03-02T12:00:00Z');
  await see([{ id: post }], { ip: '198.51.100.1' });
  expect(counted.map(({ day }) => day)).toEqual(['2026-03-02']);
  expect((await itemRows()).map(({ day }) => day).toSorted(compare)).toEqual(['2026-03-02', '2026-03-03']);
});
