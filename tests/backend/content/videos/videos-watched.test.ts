import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { performers } from '#backend/db/schema/creators.ts';
import { files } from '#backend/db/schema/files.ts';
import { videos, watchProgress } from '#backend/db/schema/videos.ts';
import { purchases } from '#backend/db/schema/wallet.ts';
import type { CallInput } from '#contract/core/registry.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import { videosIn } from '../../../setup/videos.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, call, ok, makeFan, makeCreator, fund } = app;
const { subscribe, follow } = postsIn(app);
const { makeFilm, makeVideo, tag } = videosIn(app);

type Edit = CallInput<'PUT /performer/performer-assets/videos/edit/:id'>['body'];
const edit = (who: Person, id: string, body: Edit) =>
  call('PUT /performer/performer-assets/videos/edit/:id', { token: who.token, params: { id }, body });
const own = (who: Person, id: string) =>
  ok('GET /performer/performer-assets/videos/:id/view', { token: who.token, params: { id } });
const view = (who: Person | null, id: string) =>
  call('GET /performer-assets/videos/:id', { token: who?.token, params: { id } });
const remove = (who: Person, id: string) =>
  call('DELETE /performer/performer-assets/videos/:id', { token: who.token, params: { id } });
const unlock = (who: Person, id: string) =>
  call('POST /wallet/charges/video/:id', { token: who.token, params: { id }, key: ports.ids() });
const countOf = async (who: Person) =>
  (await db.select({ videos: performers.videos }).from(performers).where(eq(performers.accountId, who.id)))[0]
    ?.videos;
const rowOf = async (id: string) => (await db.select().from(videos).where(eq(videos.id, id)))[0];

describe('a sold video', () => {
  test("stays available to its buyer after it is archived or deleted; its file can't be replaced", async () => {
    const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
    await fund(fan.id, 100);
    const id = await makeVideo(creator.id, { price: 60, title: 'Raku at night' });
    await db.update(performers).set({ videos: 1 }).where(eq(performers.accountId, creator.id));
    expect((await view(fan, id)).data).toMatchObject({
      access: { allowed: false, reason: 'locked', routes: [{ need: 'purchase', price: 60 }] },
      description: '',
      file: { url: null, sources: [] },
    });
    expect((await unlock(fan, id)).data).toMatchObject({ kind: 'video', tokens: 60, balance: 40 });
    expect((await unlock(fan, id)).problem).toMatchObject({
      status: 409,
      code: 'already_owned',
      message: 'You’ve already unlocked this video.',
    });
    expect(
      (await db.select({ title: purchases.title }).from(purchases).where(eq(purchases.itemId, id)))[0]?.title,
    ).toBe('Raku at night');
    expect(await own(creator, id)).toMatchObject({ sold: 1 });
    expect((await own(creator, id)).earned).toBe(240);
    expect((await edit(creator, id, { fileId: await makeFilm(creator.id) })).status).toBe(409);
    expect(
      (
        await call('DELETE /performer/performer-assets/videos/remove-file/:id', {
          token: creator.token,
          params: { id },
          body: { type: 'video' },
        })
      ).status,
    ).toBe(409);
    expect((await remove(creator, id)).status).toBe(200);
    expect(await countOf(creator)).toBe(0);
    const kept = (await view(fan, id)).data;
    expect(kept).toMatchObject({ access: { allowed: true, reason: 'purchased' }, title: 'Raku at night' });
    expect(kept.file?.sources.length).toBeGreaterThan(0);
    expect([(await view(other, id)).status, (await view(creator, id)).data.access.reason]).toEqual([
      404,
      'owner',
    ]);
  });

  test('an unsold one is deleted with its files and all reactions', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const id = await makeVideo(creator.id);
    const { fileId } = (await rowOf(id))!;
    await ok('PUT /performer-assets/videos/:id/progress', {
      token: fan.token,
      params: { id },
      body: { seconds: 9 },
    });
    await tag((await makeCreator()).id, id);
    expect((await remove(creator, id)).status).toBe(200);
    expect([await rowOf(id), await db.select().from(files).where(eq(files.id, fileId!))]).toEqual([
      undefined,
      [],
    ]);
    expect((await remove(creator, id)).status).toBe(404);
  });

  test('two hundred unlocks from one wallet at once pay once', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    await fund(fan.id, 1_000);
    const id = await makeVideo(creator.id, { price: 30 });
    const answers = await Promise.all(Array.from({ length: 200 }, () => unlock(fan, id)));
    const statuses = answers.map(({ status }) => status);
    expect([
      statuses.filter((status) => status === 201).length,
      statuses.filter((status) => status === 409).length,
    ]).toEqual([1, 199]);
    expect((await ok('GET /users/me', { token: fan.token })).balance).toBe(970);
  });

  test("a video bought in a post isn't charged again as a video", async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    await fund(fan.id, 100);
    const fileId = await makeFilm(creator.id);
    const post = await postsIn(app).makePost(creator.id, { type: 'video', price: 20 }, [fileId]);
    await ok('POST /wallet/charges/feed/:id', { token: fan.token, params: { id: post } });
    const id = await makeVideo(creator.id, { price: 50, fileId });
    expect((await view(fan, id)).data.access).toMatchObject({ allowed: true, reason: 'purchased' });
    expect((await unlock(fan, id)).status).toBe(409);
  });
});

describe('watching', () => {
  test('counts once per person and day, excluding the creator', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const id = await makeVideo(creator.id);
    const watch = (who: Person | null, ip?: string) =>
      ok('POST /performer-assets/videos/:id/views', { token: who?.token, params: { id }, ...(ip && { ip }) });
    expect(await watch(fan)).toEqual({ views: 1 });
    expect(await watch(fan)).toEqual({ views: 1 });
    expect(await watch(creator)).toEqual({ views: 1 });
    expect(await watch(null, '198.51.100.1')).toEqual({ views: 2 });
    expect(await watch(null, '198.51.100.1')).toEqual({ views: 2 });
    ports.clock.move('23h');
    expect(await watch(null, '198.51.100.1')).toEqual({ views: 2 });
    ports.clock.move('2h');
    expect(await watch(null, '198.51.100.1')).toEqual({ views: 3 });
    await Promise.all(Array.from({ length: 50 }, () => watch(null, '198.51.100.77')));
    expect((await rowOf(id))?.views).toBe(4);
  });

  test('resumes where it stopped, for anyone who may watch', async () => {
    const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
    const id = await makeVideo(creator.id, { audience: 'subscribers' });
    await subscribe(fan.id, creator.id);
    const keep = (who: Person, seconds: number) =>
      call('PUT /performer-assets/videos/:id/progress', {
        token: who.token,
        params: { id },
        body: { seconds },
      });
    expect((await view(fan, id)).data.progress).toBeNull();
    await keep(fan, 12.5);
    await keep(fan, 30.25);
    expect((await view(fan, id)).data.progress).toBe(30.25);
    // The film has 192 seconds; at 95 percent it is finished.
    expect((await keep(fan, 192 * 0.95)).data).toEqual({ progress: null });
    expect((await view(fan, id)).data.progress).toBeNull();
    expect((await keep(fan, 192 * 0.94)).data.progress).toBeCloseTo(180.48);
    const short = await makeVideo(creator.id, { fileId: await makeFilm(creator.id, { duration: 59 }) });
    const kept = await call('PUT /performer-assets/videos/:id/progress', {
      token: fan.token,
      params: { id: short },
      body: { seconds: 30 },
    });
    expect(kept.data).toEqual({ progress: null });
    expect((await keep(other, 5)).status).toBe(404);
    expect((await keep(fan, 0)).data).toEqual({ progress: null });
    expect(await db.select().from(watchProgress).where(eq(watchProgress.videoId, id))).toEqual([]);
    expect((await keep(fan, -1)).status).toBe(422);
  });
});

describe('searching', () => {
  const search = (who: Person | null, query: CallInput<'GET /performer-assets/videos/search'>['query']) =>
    ok('GET /performer-assets/videos/search', { token: who?.token, query });
  const titles = (page: { data: readonly { title: string }[] }) => page.data.map(({ title }) => title);

  test('by creator, words and tags, newest or most viewed first, page by page', async () => {
    const creator = await makeCreator();
    for (let at = 1; at <= 7; at += 1)
      await makeVideo(creator.id, {
        title: `Part ${at}`,
        views: (at * 3) % 7,
        tags: at % 2 ? ['odd', 'clay'] : ['clay'],
        audience: at === 7 ? 'subscribers' : 'public',
      });
    await makeVideo(creator.id, { title: 'Hidden', state: 'draft' });
    const of = { performerId: creator.id };
    expect(titles(await search(null, of))).toEqual([7, 6, 5, 4, 3, 2, 1].map((at) => `Part ${at}`));
    expect((await search(null, of)).data[0]?.access).toMatchObject({ allowed: false, reason: 'locked' });
    expect(titles(await search(null, { ...of, sort: 'popular' }))).toEqual(
      [2, 4, 6, 1, 3, 5, 7].map((at) => `Part ${at}`),
    );
    expect(titles(await search(null, { ...of, tag: 'odd' }))).toEqual([7, 5, 3, 1].map((at) => `Part ${at}`));
    expect(titles(await search(null, { ...of, q: 'part 3' }))).toEqual(['Part 3']);
    expect(titles(await search(null, { ...of, q: '%' }))).toEqual([]);
    for (const sort of ['newest', 'popular'] as const) {
      const met: string[] = [];
      for (let cursor: string | null | undefined = undefined, page = 0; page < 5; page += 1) {
        const { data, nextCursor, total }: Awaited<ReturnType<typeof search>> = await search(null, {
          ...of,
          sort,
          limit: 3,
          ...(cursor && { cursor }),
        });
        expect(total).toBe(7);
        met.push(...data.map(({ title }) => title));
        cursor = nextCursor;
        if (!cursor) break;
      }
      expect(met).toEqual(titles(await search(null, { ...of, sort })));
    }
  });

  test('excludes blocked, closed and suspended creators everywhere', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const tags = ['only-here'];
    await makeVideo(creator.id, { tags });
    expect((await search(fan, { tag: 'only-here' })).data).toHaveLength(1);
    await postsIn(app).block(creator.id, fan.id);
    expect((await search(fan, { tag: 'only-here' })).data).toEqual([]);
    expect(await search(fan, { performerId: creator.id })).toEqual({ data: [], total: 0, nextCursor: null });
    expect((await search(await makeFan(), { tag: 'only-here' })).data).toHaveLength(1);
  });

  test('related: others of the creator, then those with a common tag, never itself or anything hidden', async () => {
    const [creator, other, fan] = [await makeCreator(), await makeCreator(), await makeFan()];
    const id = await makeVideo(creator.id, { title: 'This one', tags: ['kiln-x'] });
    await makeVideo(other.id, { title: 'Alike', tags: ['kiln-x', 'night'] });
    await makeVideo(other.id, { title: 'Unlike', tags: ['night'] });
    await makeVideo(creator.id, { title: 'Also hers' });
    await makeVideo(creator.id, { title: 'Hers, in work', state: 'draft' });
    expect(titles(await search(fan, { relatedTo: id }))).toEqual(['Also hers', 'Alike']);
    await postsIn(app).block(other.id, fan.id);
    expect(titles(await search(fan, { relatedTo: id }))).toEqual(['Also hers']);
    expect(titles(await search(fan, { relatedTo: ports.ids() }))).toEqual([]);
  });

  test('liked, bookmarked and followed as the viewer sees it; own lists by state and words', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const id = await makeVideo(creator.id, { audience: 'followers' });
    expect((await view(fan, id)).data.access.routes.map(({ need }) => need)).toEqual(['follow', 'subscribe']);
    await follow(fan.id, creator.id);
    await ok('POST /reactions', {
      token: fan.token,
      body: { objectType: 'video', objectId: id, action: 'like' },
    });
    expect((await view(fan, id)).data).toMatchObject({
      isLiked: true,
      isBookmarked: false,
      counts: { likes: 1 },
      access: { reason: 'follower' },
    });
    await makeVideo(creator.id, { title: 'Zebra stripes', state: 'draft' });
    const mine = (query: CallInput<'GET /performer/performer-assets/videos/search'>['query']) =>
      ok('GET /performer/performer-assets/videos/search', { token: creator.token, query });
    expect((await mine({})).total).toBe(2);
    expect(titles(await mine({ state: 'draft' }))).toEqual(['Zebra stripes']);
    expect(titles(await mine({ q: 'zebra' }))).toEqual(['Zebra stripes']);
  });
});
