import { beforeEach, describe, expect, test } from 'vitest';
import { itemViewDays } from '#backend/db/schema/statistics.ts';
import { testBackend } from '../../../setup/backend.ts';
import { videosIn } from '../../../setup/videos.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, ok } = app;
const { makePost } = postsIn(app);

let creator: Person;
let post: string;
beforeEach(async () => {
  ports.clock.set('2026-03-28T09:00:00Z');
  creator = await app.makeCreator();
  post = await makePost(creator.id, { audience: 'public', text: 'Blue bowls' });
});

type Row = typeof itemViewDays.$inferInsert;
const views = (day: string, count: number, more: Partial<Row> = {}) =>
  db.insert(itemViewDays).values({
    performerId: creator.id,
    day,
    kind: 'feed',
    itemId: post,
    source: 'home',
    views: count,
    locked: 0,
    ...more,
  });
const listed = async () =>
  (await ok('GET /performer/feeds', { token: creator.token })).data.map(({ recentViews }) => recentViews);

describe('recent views in the lists of a creator', () => {
  test('none is 0', async () => {
    expect(await listed()).toEqual([0]);
  });

  test('count 28 days including today, from everywhere', async () => {
    await views('2026-02-28', 100);
    await views('2026-03-01', 3);
    await views('2026-03-28', 4);
    await views('2026-03-28', 5, { source: 'search' });
    expect(await listed()).toEqual([12]);
    expect(
      (await ok('GET /performer/feeds/:id', { token: creator.token, params: { id: post } })).recentViews,
    ).toBe(12);
  });

  test('are those of the item and its kind alone', async () => {
    const other = await makePost(creator.id, { audience: 'public', text: 'Green bowls' });
    await views('2026-03-20', 7, { itemId: other });
    await views('2026-03-20', 9, { kind: 'gallery' });
    expect((await listed()).toSorted((one, other) => one - other)).toEqual([0, 7]);
  });

  test('are shown for each video', async () => {
    const id = await videosIn(app).makeVideo(creator.id, { title: 'Throwing bowls' });
    await views('2026-03-20', 5, { kind: 'video', itemId: id });
    const { data } = await ok('GET /performer/performer-assets/videos/search', { token: creator.token });
    expect(data.map(({ recentViews }) => recentViews)).toEqual([5]);
  });

  test('are shown for each gallery', async () => {
    const { _id } = await ok('POST /performer/performer-assets/galleries', {
      token: creator.token,
      body: { title: 'Bowls' },
    });
    await views('2026-03-20', 6, { kind: 'gallery', itemId: _id });
    const { data } = await ok('GET /performer/performer-assets/galleries/search', { token: creator.token });
    expect(data.map(({ recentViews }) => recentViews)).toEqual([6]);
  });

  test('are shown for each product', async () => {
    const { _id } = await ok('POST /performer/performer-assets/products', {
      token: creator.token,
      body: { title: 'Bowl', type: 'physical', price: 100, stock: 3, state: 'draft' } as never,
    });
    await views('2026-03-20', 8, { kind: 'product', itemId: _id });
    const { data } = await ok('GET /performer/performer-assets/products/search', { token: creator.token });
    expect(data.map(({ recentViews }) => recentViews)).toEqual([8]);
  });
});
