import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { limits } from '#config/limits.ts';
import type { ObjectType } from '#contract/core/schemas.ts';
import { bookmarkCollectionItems, bookmarkCollections, reactions } from '#backend/db/schema/community.ts';
import { auctionsIn } from '../../../setup/auctions.ts';
import { testBackend } from '../../../setup/backend.ts';
import { worksIn } from '../../../setup/media-items.ts';
import { postsIn } from '../../../setup/posts.ts';
import { shopIn } from '../../../setup/shop.ts';
import type { Person } from '../../../setup/test-app.ts';
import { videosIn } from '../../../setup/videos.ts';

const app = await testBackend();
const { db, ports, call, ok, makeFan, makeCreator } = app;
const { makeFile, makePost, block } = postsIn(app);
const { makeGallery } = worksIn(app);
const { makeVideo } = videosIn(app);
const { makeDigital } = shopIn(app);
const { makeAuction } = auctionsIn(app);

const place = (objectType: ObjectType, objectId: string) => ({ objectType, objectId });
type Place = ReturnType<typeof place>;
const mark = (fan: Person, item: Place) =>
  ok('POST /reactions', { token: fan.token, body: { ...item, action: 'bookmark' } });
const unmark = (fan: Person, item: Place) =>
  ok('DELETE /reactions', { token: fan.token, body: { ...item, action: 'bookmark' } });
const make = async (fan: Person, name: string) =>
  (await ok('POST /bookmark-collections', { token: fan.token, body: { name } }))._id;
const add = (fan: Person, id: string, item: Place) =>
  ok('PUT /bookmark-collections/:id/items/:objectType/:objectId', {
    token: fan.token,
    params: { id, ...item },
  });
const take = (fan: Person, id: string, item: Place) =>
  ok('DELETE /bookmark-collections/:id/items/:objectType/:objectId', {
    token: fan.token,
    params: { id, ...item },
  });
const itemsOf = async (fan: Person, id: string, query: { limit?: number; cursor?: string } = {}) =>
  ok('GET /bookmark-collections/:id/items', { token: fan.token, params: { id }, query });
const all = (fan: Person, about: Partial<Place> = {}) =>
  ok('GET /bookmark-collections', { token: fan.token, query: about });

describe('a collection of bookmarks', () => {
  test('holds bookmarks of every kind, last added first, in pages, with the cover of the last one', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const photo = await makeFile(creator.id);
    const items = [
      place('product', await makeDigital(creator.id)),
      place('auction', await makeAuction(creator)),
      place('video', await makeVideo(creator.id)),
      place('gallery', (await makeGallery(creator.id, {}, 1)).id),
      place('feed', await makePost(creator.id, { text: 'Twelve glazes', audience: 'public' }, [photo])),
    ];
    const id = await make(fan, 'Glazes');
    for (const item of items) {
      await mark(fan, item);
      ports.clock.move('1m');
      await add(fan, id, item);
    }
    const first = await itemsOf(fan, id, { limit: 3 });
    const second = await itemsOf(fan, id, { limit: 3, cursor: first.nextCursor! });
    const listed = [...first.data, ...second.data];
    expect(listed.map(({ objectType, _id }) => place(objectType, _id))).toEqual(items.toReversed());
    expect(listed[0]).toMatchObject({ title: 'Twelve glazes', performer: { _id: creator.id } });
    expect([first.total, second.nextCursor]).toEqual([5, null]);
    expect((await all(fan)).data).toMatchObject([{ name: 'Glazes', items: 5, cover: { _id: photo } }]);
  });

  test('a thing is in several; the item asked about says in which', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const item = place('feed', await makePost(creator.id));
    await mark(fan, item);
    const ids = [await make(fan, 'zebra'), await make(fan, 'Apple'), await make(fan, 'mango')];
    await add(fan, ids[0]!, item);
    await add(fan, ids[1]!, item);
    expect((await add(fan, ids[1]!, item)).items).toBe(1);
    const { data, total } = await all(fan, item);
    expect(data.map(({ name, contains }) => [name, contains])).toEqual([
      ['Apple', true],
      ['mango', false],
      ['zebra', true],
    ]);
    expect(total).toBe(3);
    expect(await take(fan, ids[0]!, item)).toMatchObject({ items: 0, contains: false });
    expect((await itemsOf(fan, ids[1]!)).data).toHaveLength(1);
    const half = await call('GET /bookmark-collections', {
      token: fan.token,
      query: { objectType: 'feed' },
    });
    expect(half.status).toBe(422);
  });

  test('deleting it keeps its bookmarks; removing a bookmark takes it out of every collection', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const item = place('feed', await makePost(creator.id));
    await mark(fan, item);
    const [kept, gone] = [await make(fan, 'Kept'), await make(fan, 'Gone')];
    await add(fan, kept, item);
    await add(fan, gone, item);
    await ok('DELETE /bookmark-collections/:id', { token: fan.token, params: { id: gone } });
    expect((await ok('GET /reactions/feeds/bookmark', { token: fan.token })).total).toBe(1);
    // Another fan's collections of the same item stay out of it.
    const other = await makeFan();
    await mark(other, item);
    const theirs = await make(other, 'Theirs');
    await add(other, theirs, item);
    expect((await unmark(fan, item)).leftCollections).toEqual([kept]);
    expect((await unmark(fan, item)).leftCollections).toEqual([]);
    expect((await itemsOf(fan, kept)).data).toEqual([]);
    expect((await itemsOf(other, theirs)).data).toHaveLength(1);
    await mark(fan, item);
    expect((await all(fan, item)).data).toMatchObject([{ name: 'Kept', items: 0, contains: false }]);
  });

  test('only what is bookmarked can be in it, and only its owner sees it', async () => {
    const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
    const item = place('feed', await makePost(creator.id));
    const id = await make(fan, 'Mine');
    const put = (token: string) =>
      call('PUT /bookmark-collections/:id/items/:objectType/:objectId', { token, params: { id, ...item } });
    expect((await put(fan.token)).problem).toMatchObject({ status: 409, code: 'conflict' });
    await mark(other, item);
    expect((await put(fan.token)).status).toBe(409);
    expect((await put(other.token)).status).toBe(404);
    expect((await all(other)).data).toEqual([]);
    for (const route of ['GET /bookmark-collections/:id', 'GET /bookmark-collections/:id/items'] as const)
      expect((await call(route, { token: other.token, params: { id } })).status).toBe(404);
  });

  test('names are unique without regard to case, for one person', async () => {
    const [fan, other] = [await makeFan(), await makeFan()];
    const named = (name: string) => call('POST /bookmark-collections', { token: fan.token, body: { name } });
    const id = await make(fan, 'Recipes');
    await make(other, 'Recipes');
    expect((await named(' recipes ')).problem).toMatchObject({
      status: 422,
      errors: [{ field: 'name', message: 'You already have a collection with this name.' }],
    });
    expect((await named(' ')).status).toBe(422);
    expect((await named('x'.repeat(limits.collections.name + 1))).status).toBe(422);
    const rename = (name: string) =>
      call('PUT /bookmark-collections/:id', { token: fan.token, params: { id }, body: { name } });
    expect((await rename('RECIPES')).status).toBe(200);
    await make(fan, 'Kilns');
    expect((await rename('kilns')).status).toBe(422);
  });

  test('their number and their size are limited', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const moment = ports.clock.now();
    const row = (name: string) => ({
      id: ports.ids(),
      accountId: fan.id,
      name,
      createdAt: moment,
      updatedAt: moment,
    });
    const { most, items: mostItems } = limits.collections;
    await db
      .insert(bookmarkCollections)
      .values(Array.from({ length: most - 1 }, (_, at) => row(`Collection ${at}`)));
    const id = await make(fan, 'The last one');
    const more = await call('POST /bookmark-collections', { token: fan.token, body: { name: 'More' } });
    expect(more.problem).toMatchObject({
      status: 409,
      message: `You can have ${most} collections. Delete one to make room.`,
    });

    const bookmarks = Array.from({ length: mostItems }, () => ({
      accountId: fan.id,
      objectType: 'feed' as const,
      objectId: ports.ids(),
      createdAt: moment,
    }));
    await db.insert(reactions).values(bookmarks.map((each) => ({ ...each, action: 'bookmark' as const })));
    await db.insert(bookmarkCollectionItems).values(bookmarks.map((each) => ({ ...each, collectionId: id })));
    const item = place('feed', await makePost(creator.id));
    await mark(fan, item);
    const params = { id, ...item };
    const full = await call('PUT /bookmark-collections/:id/items/:objectType/:objectId', {
      token: fan.token,
      params,
    });
    expect(full.problem).toMatchObject({ status: 409, message: 'A collection can have 1,000 bookmarks.' });
    const there = await db
      .select()
      .from(bookmarkCollectionItems)
      .where(eq(bookmarkCollectionItems.objectId, item.objectId));
    expect(there).toEqual([]);
  });

  test('what its owner can no longer see is neither listed, counted, nor its cover', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const [hidden, shown] = [
      place('feed', await makePost(creator.id, { audience: 'public' }, [await makeFile(creator.id)])),
      place('product', await makeDigital(await makeCreator().then(({ id }) => id))),
    ];
    const id = await make(fan, 'Both');
    for (const item of [shown, hidden]) {
      await mark(fan, item);
      ports.clock.move('1m');
      await add(fan, id, item);
    }
    await block(creator.id, fan.id);
    expect((await itemsOf(fan, id)).data.map(({ _id }) => _id)).toEqual([shown.objectId]);
    expect((await all(fan)).data).toMatchObject([{ items: 1 }]);
  });
});
