import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { performers } from '#backend/db/schema/creators.ts';
import type { CallInput } from '#contract/core/registry.ts';
import { galleryApp } from '../../../setup/galleries.ts';

const app = await galleryApp();
const {
  db,
  ports,
  ok,
  raw,
  makeFan,
  makeCreator,
  fund,
  backend,
  makePhoto,
  makeGallery,
  create,
  update,
  upload,
  bulk,
  changePhoto,
  buy,
  inside,
  countsOf,
} = app;

describe('standalone photos', () => {
  test('can be drafts, scheduled, published and archived, and are counted exactly', async () => {
    const creator = await makeCreator();
    const draft = (await upload(creator, { title: 'A draft', state: 'draft', audience: 'public' })).data;
    const later = new Date(ports.clock.now().getTime() + 6 * 3_600_000).toISOString();
    const timed = (await upload(creator, { title: 'Later', scheduledAt: later })).data;
    const out = (await upload(creator, { title: 'Now' })).data;
    expect([draft, timed, out].map(({ state }) => state)).toEqual(['draft', 'scheduled', 'published']);
    expect(await countsOf(creator)).toEqual({ photos: 1, singlePhotos: 1, galleries: 0 });
    ports.clock.move('8h');
    await backend.runJobs();
    expect(await countsOf(creator)).toEqual({ photos: 2, singlePhotos: 2, galleries: 0 });
    expect(
      (await changePhoto(creator, draft._id, { state: 'published', alt: 'A quiet lake', title: 'Out' })).data,
    ).toMatchObject({ state: 'published', title: 'Out', file: { alt: 'A quiet lake' } });
    expect(await countsOf(creator)).toEqual({ photos: 3, singlePhotos: 3, galleries: 0 });
    expect((await changePhoto(creator, out._id, { state: 'archived' })).data.state).toBe('archived');
    expect(await countsOf(creator)).toEqual({ photos: 2, singlePhotos: 2, galleries: 0 });
    expect((await bulk(creator, { action: 'publish', photoIds: [out._id, timed._id] })).data).toEqual({
      changed: 2,
    });
    expect(await countsOf(creator)).toEqual({ photos: 3, singlePhotos: 3, galleries: 0 });
    expect((await bulk(creator, { action: 'delete', photoIds: [out._id, draft._id] })).status).toBe(200);
    expect(await countsOf(creator)).toEqual({ photos: 1, singlePhotos: 1, galleries: 0 });
  });

  test('can be moved into a gallery and out again, as drafts; in it they have no schedule of their own', async () => {
    const creator = await makeCreator();
    const gallery = await makeGallery(creator.id, {}, 1);
    await db.update(performers).set({ galleries: 1, photos: 1 }).where(eq(performers.accountId, creator.id));
    const single = (await upload(creator, { title: 'Goes in' })).data;
    expect((await changePhoto(creator, single._id, { galleryId: gallery.id })).data).toMatchObject({
      _id: single._id,
      position: 1,
      state: 'published',
      gallery: { _id: gallery.id },
    });
    expect(await countsOf(creator)).toEqual({ photos: 2, singlePhotos: 0, galleries: 1 });
    expect((await changePhoto(creator, single._id, { scheduledAt: '2027-01-01T00:00:00.000Z' })).status).toBe(
      422,
    );
    expect((await changePhoto(creator, single._id, { state: 'draft' })).status).toBe(409);
    expect((await changePhoto(creator, single._id, { state: 'archived' })).data.state).toBe('archived');
    expect(await countsOf(creator)).toEqual({ photos: 1, singlePhotos: 0, galleries: 1 });
    expect((await changePhoto(creator, single._id, { galleryId: null })).data).toMatchObject({
      state: 'draft',
      gallery: null,
      publishedAt: null,
    });
    expect((await changePhoto(creator, single._id, { state: 'published' })).data.state).toBe('published');
    expect(await countsOf(creator)).toEqual({ photos: 2, singlePhotos: 1, galleries: 1 });
  });

  test('change many at once: all or none', async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()];
    const mine = [(await upload(creator, {})).data._id, (await upload(creator, {})).data._id];
    const answers = [
      await bulk(creator, { action: 'delete', photoIds: [...mine, await makePhoto(other.id)] }),
      await bulk(creator, { action: 'delete', photoIds: [...mine, ports.ids()] }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 422]);
    expect(answers[0]!.text).toBe(answers[1]!.text);
    expect(await countsOf(creator)).toEqual({ photos: 2, singlePhotos: 2, galleries: 0 });
    expect(
      (await bulk(creator, { action: 'audience', photoIds: [...mine, mine[0]!], audience: 'followers' }))
        .data,
    ).toEqual({ changed: 2 });
    const { data } = await ok('GET /performer/performer-assets/photos/search', {
      token: creator.token,
      query: { audience: 'followers' },
    });
    expect(data).toHaveLength(2);
  });

  test('every count is exact, whatever happens in whatever order', async () => {
    const creator = await makeCreator();
    const fan = await makeFan();
    await fund(fan.id, 10_000);
    const shelves = await Promise.all(
      [0, 1, 2].map(async (n) => (await create(creator, { title: `Shelf ${n}`, price: n * 10 })).data._id),
    );
    let seed = 7;
    const next = (bound: number) => (seed = (seed * 48_271) % 2_147_483_647) % bound;
    const all = async () =>
      (
        await ok('GET /performer/performer-assets/photos/search', {
          token: creator.token,
          query: { limit: 100 },
        })
      ).data.map(({ _id }) => _id);
    const kinds: ((some: string[], shelf: string) => Promise<unknown>)[] = [
      (_, shelf) => upload(creator, { galleryId: shelf }),
      () => upload(creator, { state: next(2) ? 'draft' : 'published' }),
      () => upload(creator, {}),
      (some, shelf) => bulk(creator, { action: 'move', photoIds: some, galleryId: next(3) ? shelf : null }),
      (some) => bulk(creator, { action: 'delete', photoIds: some.slice(0, 2) }),
      (some) => bulk(creator, { action: 'archive', photoIds: some }),
      (some) => bulk(creator, { action: 'publish', photoIds: some }),
      (_, shelf) => update(creator, shelf, { state: next(3) ? 'published' : 'archived' }),
      (_, shelf) => buy(fan, shelf),
    ];
    for (let step = 0; step < 120; step += 1) {
      const some = (await all()).filter(() => next(3) === 0).slice(0, 5);
      await kinds[some.length === 0 ? 0 : next(kinds.length)]!(some, shelves[next(3)]!);
      await countsOf(creator);
    }
  });

  test('counts stay exact when many tabs make changes at once', async () => {
    const creator = await makeCreator();
    const gallery = await makeGallery(creator.id, {}, 3);
    await db.update(performers).set({ galleries: 1, photos: 3 }).where(eq(performers.accountId, creator.id));
    const singles = await Promise.all(
      Array.from({ length: 12 }, async () => (await upload(creator, {})).data._id),
    );
    await Promise.all(
      singles.flatMap((id, at) => [
        changePhoto(creator, id, { galleryId: gallery.id }),
        changePhoto(creator, id, { state: 'archived' }),
        bulk(creator, { action: 'publish', photoIds: [id, singles[(at + 1) % 12]!] }),
      ]),
    );
    await countsOf(creator);
    expect(new Set((await inside(creator, gallery.id)).map(({ position }) => position)).size).toBe(
      (await inside(creator, gallery.id)).length,
    );
  });
});

describe('searching', () => {
  test('by words and tags, newest or most liked first, each once, in pages', async () => {
    const creator = await makeCreator();
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1)
      made.push(
        (
          await makeGallery(
            creator.id,
            { title: `Harbour ${n}`, tags: n % 2 ? ['quiet'] : ['loud'], likes: n % 3 },
            1,
          )
        ).id,
      );
    await db.update(performers).set({ galleries: 7, photos: 7 }).where(eq(performers.accountId, creator.id));
    const search = (query: CallInput<'GET /performer-assets/galleries/search'>['query']) =>
      ok('GET /performer-assets/galleries/search', { query });
    const walk = async (query: CallInput<'GET /performer-assets/galleries/search'>['query']) => {
      const ids: string[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await search({ ...query, limit: 2, ...(cursor ? { cursor } : {}) });
        ids.push(...page.data.map(({ _id }) => _id));
        if (!page.nextCursor) return ids;
        cursor = page.nextCursor;
      }
    };
    expect(await walk({ performerId: creator.id })).toEqual(made.toReversed());
    expect((await search({ performerId: creator.id })).total).toBe(7);
    const likes = new Map(made.map((id, n) => [id, n % 3]));
    const popular = await walk({ performerId: creator.id, sort: 'popular' });
    expect(popular.map((id) => likes.get(id))).toEqual([2, 2, 1, 1, 0, 0, 0]);
    expect(new Set(popular).size).toBe(7);
    expect(await walk({ q: 'harbour', tag: 'QUIET' })).toEqual([made[5], made[3], made[1]]);
    expect((await search({ q: 'harbour 3' })).data.map(({ _id }) => _id)).toEqual([made[3]]);
    expect((await search({ q: '%' })).total).toBe(0);
    expect(
      (await raw('GET /performer-assets/galleries/search', { query: { cursor: 'nonsense' } })).status,
    ).toBe(422);
    expect((await raw('GET /performer-assets/galleries/search', { query: { offset: 6_000 } })).status).toBe(
      422,
    );
  });

  test("photos of all creators leave out galleries, drafts, and creators who can't be seen", async () => {
    const [open, pending, suspended] = [
      await makeCreator(),
      await makeCreator({}, { verified: 'pending' }),
      await makeCreator({ suspendedAt: ports.clock.now() }),
    ];
    const title = 'Kingfisher';
    const mine = await makePhoto(open.id, { title, tags: ['river'] });
    for (const { id } of [pending, suspended]) await makePhoto(id, { title });
    await makePhoto(open.id, { title, state: 'draft', publishedAt: null });
    const gallery = await makeGallery(open.id, {}, 0);
    await makePhoto(open.id, { title, galleryId: gallery.id });
    const found = await ok('GET /performer-assets/photos', { query: { q: title } });
    expect([found.total, found.data.map(({ _id }) => _id)]).toEqual([1, [mine]]);
    expect(
      (await ok('GET /performer-assets/photos', { query: { tag: 'river', sort: 'popular' } })).data.map(
        ({ _id }) => _id,
      ),
    ).toContain(mine);
  });
});
