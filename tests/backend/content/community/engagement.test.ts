import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auctions } from '#backend/db/schema/auctions.ts';
import { reactions } from '#backend/db/schema/community.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { galleries, photos } from '#backend/db/schema/galleries.ts';
import { feeds } from '#backend/db/schema/posts.ts';
import { products } from '#backend/db/schema/shop.ts';
import { videos } from '#backend/db/schema/videos.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, call, ok, makeFan, makeCreator } = app;
const { makeFile, makePost, subscribe, buy, block } = postsIn(app);

type Kind = 'feed' | 'video' | 'gallery' | 'photo' | 'product' | 'auction';
type Action = 'like' | 'bookmark';
/** A post, unless a kind precedes the id. */
const bodyOf = (thing: string | readonly [Kind, string], action: Action) =>
  typeof thing === 'string'
    ? { objectType: 'feed' as const, objectId: thing, action }
    : { objectType: thing[0], objectId: thing[1], action };
const react = (who: Person, thing: string | readonly [Kind, string], action: Action = 'like') =>
  call('POST /reactions', { token: who.token, body: bodyOf(thing, action) });
const unreact = (who: Person, thing: string, action: Action = 'like') =>
  call('DELETE /reactions', { token: who.token, body: bodyOf(thing, action) });
const likesOf = async (creator: Person) =>
  (
    await db.select({ likes: performers.likes }).from(performers).where(eq(performers.accountId, creator.id))
  )[0]!.likes;
const view = (who: Person | null, id: string) =>
  ok('GET /user/feeds/:id', { token: who?.token ?? null, params: { id } });
const bookmarks = (who: Person, query: { limit?: number; cursor?: string } = {}) =>
  ok('GET /reactions/feeds/bookmark', { token: who.token, query });

describe('likes and bookmarks', () => {
  test("repeating has no effect; every reply states the viewer's own reaction and nobody else's", async () => {
    const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
    const id = await makePost(creator.id);
    expect((await react(fan, id)).data).toMatchObject({
      isLiked: true,
      isBookmarked: false,
      counts: { likes: 1, bookmarks: 0 },
    });
    expect((await react(fan, id)).data.counts.likes).toBe(1);
    expect((await react(fan, id, 'bookmark')).data).toMatchObject({
      isLiked: true,
      isBookmarked: true,
      counts: { likes: 1, bookmarks: 1 },
    });
    expect(await view(fan, id)).toMatchObject({
      isLiked: true,
      isBookmarked: true,
      counts: { likes: 1, comments: 0, bookmarks: 1 },
    });
    expect(await view(other, id)).toMatchObject({
      isLiked: false,
      isBookmarked: false,
      counts: { likes: 1 },
    });
    expect(await view(null, id)).toMatchObject({ isLiked: false, isBookmarked: false });
    expect(
      (await ok('GET /user/feeds', { token: fan.token, query: { performerId: creator.id } })).data[0],
    ).toMatchObject({ isLiked: true, isBookmarked: true });
    expect(await likesOf(creator)).toBe(1);
    expect((await unreact(fan, id)).data).toMatchObject({
      isLiked: false,
      isBookmarked: true,
      counts: { likes: 0, bookmarks: 1 },
    });
    expect((await unreact(fan, id)).data.counts).toMatchObject({ likes: 0 });
    expect(await likesOf(creator)).toBe(0);
  });

  test('200 likes and unlikes at once leave the counts exact', async () => {
    const creator = await makeCreator();
    const ids = [await makePost(creator.id), await makePost(creator.id)];
    const people = await Promise.all(Array.from({ length: 20 }, () => makeFan()));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => {
        const [who, id] = [people[at % people.length]!, ids[at % 2]!];
        return at % 3 === 0 ? unreact(who, id) : react(who, id);
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    let all = 0;
    for (const id of ids) {
      const rows = await db
        .select()
        .from(reactions)
        .where(and(eq(reactions.objectId, id), eq(reactions.action, 'like')));
      const [post] = await db.select({ likes: feeds.likes }).from(feeds).where(eq(feeds.id, id));
      expect(post!.likes).toBe(rows.length);
      all += rows.length;
    }
    expect(await likesOf(creator)).toBe(all);
    expect(all).toBeGreaterThan(0);
  });

  test('an expired post has no likes or comments, even before the job has recorded it', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const id = await makePost(creator.id, { expiresAt: new Date(ports.clock.now().getTime() + 3_600_000) });
    expect((await react(fan, id)).status).toBe(200);
    ports.clock.move(3_600_000);
    expect([
      (await view(creator, id)).state,
      (await react(fan, id)).status,
      (await react(fan, id, 'bookmark')).status,
    ]).toEqual(['expired', 404, 404]);
    expect(
      (
        await call('POST /comments', {
          token: fan.token,
          body: { objectType: 'feed', objectId: id, text: 'Too late' },
        })
      ).status,
    ).toBe(404);
    expect(
      (await call('GET /comments', { token: null, query: { objectType: 'feed', objectId: id } })).status,
    ).toBe(404);
  });

  test('a locked post can be bookmarked but not liked; a like can be removed even behind a lock and a block', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const id = await makePost(creator.id, { audience: 'subscribers' });
    const refused = await react(fan, id);
    expect([refused.status, refused.problem.message]).toEqual([
      403,
      'This post is locked. Unlock it to like it.',
    ]);
    expect((await react(fan, id, 'bookmark')).status).toBe(200);
    await db.update(feeds).set({ audience: 'public' }).where(eq(feeds.id, id));
    expect((await react(fan, id)).status).toBe(200);
    await db.update(feeds).set({ audience: 'subscribers' }).where(eq(feeds.id, id));
    await block(creator.id, fan.id);
    expect((await react(fan, id, 'bookmark')).status).toBe(404);
    expect((await unreact(fan, id)).data.counts.likes).toBe(0);
    expect((await unreact(fan, id)).status).toBe(404);
  });

  test("deleting a post subtracts its likes from the creator's own count, and removes its bookmarks", async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const [first, second] = [await makePost(creator.id), await makePost(creator.id)];
    for (const id of [first, second])
      for (const action of ['like', 'bookmark'] as const) await react(fan, id, action);
    await ok('POST /comments', {
      token: fan.token,
      body: { objectType: 'feed', objectId: first, text: 'Lovely' },
    });
    await ok('DELETE /performer/feeds/:id', { token: creator.token, params: { id: first } });
    expect(await likesOf(creator)).toBe(1);
    expect((await bookmarks(fan)).data.map(({ _id }) => _id)).toEqual([second]);
    expect(await db.select().from(reactions).where(eq(reactions.objectId, first))).toEqual([]);
  });
});

describe('bookmarks', () => {
  test('by key, newest first; deleted or blocked items leave no gap, purchases stay', async () => {
    const [creator, closed, fan] = [await makeCreator(), await makeCreator(), await makeFan()];
    const ids: string[] = [];
    for (let at = 0; at < 9; at += 1) {
      ports.clock.move('1m');
      const id = await makePost(at % 3 === 1 ? closed.id : creator.id, { price: at === 4 ? 10 : 0 });
      await react(fan, id, 'bookmark');
      ids.unshift(id);
    }
    // Post 4 (bought) and posts 1 and 7 belong to the creator who blocks the fan; post 3 is archived.
    await buy(fan.id, ids[8 - 4]!, closed.id);
    await db
      .update(feeds)
      .set({ state: 'archived' })
      .where(eq(feeds.id, ids[8 - 3]!));
    await block(closed.id, fan.id);
    const left = [8, 6, 5, 4, 2, 0].map((at) => ids[8 - at]);
    const first = await bookmarks(fan, { limit: 4 });
    const second = await bookmarks(fan, { limit: 4, cursor: first.nextCursor! });
    expect([first.data.length, first.total, second.nextCursor]).toEqual([4, 6, null]);
    expect([...first.data, ...second.data].map(({ _id }) => _id)).toEqual(left);
    expect(first.data.every((post) => post.isBookmarked)).toBe(true);
    expect(
      (await call('GET /reactions/feeds/bookmark', { token: fan.token, query: { cursor: 'x' } })).status,
    ).toBe(422);
  });

  test('other kinds appear as cards: blurred if locked, with what identifies them', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const at = ports.clock.now();
    const base = {
      performerId: creator.id,
      createdAt: at,
      updatedAt: at,
      publishedAt: at,
      state: 'published' as const,
    };
    const [galleryId, videoId, productId, auctionId, photoId, aloneId] = Array.from({ length: 6 }, () =>
      ports.ids(),
    ) as [string, string, string, string, string, string];
    const photoFile = await makeFile(creator.id, { type: 'photo' });
    await db.insert(galleries).values({
      ...base,
      id: galleryId,
      title: 'Kiln',
      audience: 'subscribers',
      price: 40,
      includedInSubscription: true,
      numOfItems: 1,
    });
    await db.insert(photos).values([
      { ...base, id: photoId, galleryId, fileId: photoFile, audience: 'public' },
      {
        ...base,
        id: aloneId,
        fileId: await makeFile(creator.id, { type: 'photo' }),
        audience: 'public',
        title: 'Alone',
      },
    ]);
    await db.insert(videos).values({
      ...base,
      id: videoId,
      title: 'Throwing',
      audience: 'public',
      fileId: await makeFile(creator.id, { type: 'video', mime: 'video/mp4', duration: 20 }),
    });
    await db
      .insert(products)
      .values({ ...base, id: productId, name: 'Cup', type: 'physical', price: 300, stock: 3 });
    await db.insert(auctions).values({
      id: auctionId,
      performerId: creator.id,
      title: 'Vase',
      startPrice: 50,
      currentPrice: 80,
      startAt: at,
      endAt: new Date(at.getTime() + 60_000),
      effectiveEndAt: new Date(at.getTime() + 60_000),
      state: 'live',
      createdAt: at,
      updatedAt: at,
    });
    const marked: [Kind, string][] = [
      ['gallery', galleryId],
      ['photo', photoId],
      ['photo', aloneId],
      ['video', videoId],
      ['product', productId],
      ['auction', auctionId],
    ];
    for (const [kind, id] of marked) {
      ports.clock.move('1m');
      expect((await react(fan, [kind, id], 'bookmark')).status).toBe(200);
    }
    const of = async (type: 'videos' | 'photos' | 'products' | 'auctions') =>
      (await ok('GET /reactions/:type/bookmark', { token: fan.token, params: { type } })).data;
    const [gallery] = (await ok('GET /reactions/galleries/bookmark', { token: fan.token })).data;
    expect(gallery).toMatchObject({
      _id: galleryId,
      objectType: 'gallery',
      title: 'Kiln',
      price: 40,
      numOfItems: 1,
      access: { allowed: false, reason: 'locked' },
      cover: { url: null, sizes: [] },
    });
    expect(gallery!.cover!.thumbnails.map(({ url }) => url)).toEqual([expect.stringContaining('/blur.webp')]);
    const [alone, inside] = await of('photos');
    expect([alone, inside]).toMatchObject([
      { title: 'Alone', galleryId: null, access: { allowed: true } },
      { galleryId, access: { allowed: false } },
    ]);
    expect(await of('videos')).toMatchObject([
      { title: 'Throwing', duration: 20, access: { allowed: true } },
    ]);
    expect(await of('products')).toMatchObject([{ title: 'Cup', price: 300, access: { allowed: true } }]);
    expect(await of('auctions')).toMatchObject([
      { title: 'Vase', price: 80, endsAt: new Date(at.getTime() + 60_000).toISOString() },
    ]);
    // Liking a photo in a locked gallery requires access to the gallery.
    expect((await react(fan, ['photo', photoId])).status).toBe(403);
    await subscribe(fan.id, creator.id);
    expect((await react(fan, ['photo', photoId])).status).toBe(200);
    await db.update(galleries).set({ state: 'archived' }).where(eq(galleries.id, galleryId));
    expect((await of('photos')).map(({ _id }) => _id)).toEqual([aloneId]);
  });
});
