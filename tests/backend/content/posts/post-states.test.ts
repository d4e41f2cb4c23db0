import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { performers } from '#backend/db/schema/creators.ts';
import { feeds } from '#backend/db/schema/posts.ts';
import type { CallInput } from '#contract/core/registry.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, call, ok, makeFan, makeCreator } = app;
const { makeFile, makePost, buy } = postsIn(app);

type Body = CallInput<'POST /performer/feeds'>['body'];
type Update = CallInput<'PUT /performer/feeds/:id'>['body'];
const create = (who: Person, body: Body) => ok('POST /performer/feeds', { token: who.token, body });
const update = (who: Person, id: string, body: Update) =>
  call('PUT /performer/feeds/:id', { token: who.token, params: { id }, body });
const own = (who: Person, id: string) => ok('GET /performer/feeds/:id', { token: who.token, params: { id } });
const seenBy = async (who: Person | null, id: string) =>
  (await call('GET /user/feeds/:id', { token: who?.token ?? null, params: { id } })).status;
const listed = async (who: Person | null, performerId: string) =>
  (await ok('GET /user/feeds', { token: who?.token ?? null, query: { performerId } })).data.map(
    ({ _id }) => _id,
  );
const countsOf = async (who: Person) =>
  (
    await db
      .select({ feeds: performers.feeds, photos: performers.photos, videos: performers.videos })
      .from(performers)
      .where(eq(performers.accountId, who.id))
  )[0];
const inMinutes = (minutes: number) => new Date(ports.clock.now().getTime() + minutes * 60_000).toISOString();

describe('a draft', () => {
  test('is visible only to its creator, may be incomplete, and can be published when complete', async () => {
    const creator = await makeCreator();
    const draft = await create(creator, { type: 'photo', state: 'draft', audience: 'public' });
    expect([draft.state, draft.publishedAt, await seenBy(null, draft._id)]).toEqual(['draft', null, 404]);
    expect(await countsOf(creator)).toEqual({ feeds: 0, photos: 0, videos: 0 });
    expect((await update(creator, draft._id, { state: 'published' })).problem.errors?.[0]?.field).toBe(
      'fileIds',
    );
    const out = await update(creator, draft._id, {
      state: 'published',
      fileIds: [await makeFile(creator.id)],
    });
    expect(out.data).toMatchObject({ state: 'published', publishedAt: ports.clock.now().toISOString() });
    expect(await countsOf(creator)).toEqual({ feeds: 1, photos: 1, videos: 0 });
    expect(await seenBy(null, draft._id)).toBe(200);
  });

  test('can be written before the profile is approved, but not published', async () => {
    const creator = await makeCreator({}, { verified: 'pending' });
    const draft = await create(creator, { text: 'soon', state: 'draft' });
    expect((await update(creator, draft._id, { state: 'published' })).status).toBe(403);
    expect((await own(creator, draft._id)).state).toBe('draft');
  });
});

describe('a schedule', () => {
  test('publishes at its minute, not before, and exactly once', async () => {
    const creator = await makeCreator();
    const at = inMinutes(10);
    const post = await create(creator, { text: 'later', audience: 'public', scheduledAt: at });
    expect([post.state, post.scheduledAt, post.publishedAt]).toEqual(['scheduled', at, null]);
    ports.clock.move('9m');
    await app.backend.runJobs();
    expect([(await own(creator, post._id)).state, await seenBy(null, post._id)]).toEqual(['scheduled', 404]);
    ports.clock.move('1m');
    await app.backend.runJobs();
    await app.backend.runJobs();
    expect(await own(creator, post._id)).toMatchObject({
      state: 'published',
      publishedAt: at,
      scheduledAt: null,
    });
    expect(await countsOf(creator)).toEqual({ feeds: 1, photos: 0, videos: 0 });
    expect(await listed(null, creator.id)).toEqual([post._id]);
  });

  test('can be moved, removed, and brought forward', async () => {
    const creator = await makeCreator();
    const post = await create(creator, { text: 'later', audience: 'public', scheduledAt: inMinutes(10) });
    await update(creator, post._id, { scheduledAt: inMinutes(60) });
    ports.clock.move('11m');
    await app.backend.runJobs();
    expect((await own(creator, post._id)).state).toBe('scheduled');
    expect((await update(creator, post._id, { state: 'draft' })).data.state).toBe('draft');
    ports.clock.move('2h');
    await app.backend.runJobs();
    expect((await own(creator, post._id)).state).toBe('draft');
    expect((await update(creator, post._id, { state: 'published', scheduledAt: null })).data.state).toBe(
      'published',
    );
    expect((await update(creator, post._id, { scheduledAt: inMinutes(5) })).problem.errors?.[0]?.field).toBe(
      'scheduledAt',
    );
  });

  test('whose job was missed is carried out by the sweep', async () => {
    const creator = await makeCreator();
    const id = await makePost(creator.id, { state: 'scheduled', scheduledAt: ports.clock.now() });
    await db.update(feeds).set({ publishedAt: null }).where(eq(feeds.id, id));
    ports.clock.move('2m');
    await app.backend.runJobs();
    expect((await own(creator, id)).state).toBe('published');
  });

  test('of a pinned post publishes it unpinned if the maximum is pinned already', async () => {
    const creator = await makeCreator();
    const post = await create(creator, { text: 'later', pinned: true, scheduledAt: inMinutes(5) });
    for (let at = 0; at < 3; at += 1) await create(creator, { text: 'top', pinned: true });
    ports.clock.move('6m');
    await app.backend.runJobs();
    expect(await own(creator, post._id)).toMatchObject({ state: 'published', pinned: false });
  });
});

describe('an end', () => {
  test('removes a post at its minute, even before any job has run', async () => {
    const [creator, fan, buyer] = [await makeCreator(), await makeFan(), await makeFan()];
    const post = await create(creator, {
      type: 'photo',
      fileIds: [await makeFile(creator.id)],
      audience: 'public',
      expiresAt: inMinutes(30),
      price: 20,
      pinned: true,
    });
    await buy(buyer.id, post._id, creator.id);
    await app.fund(fan.id, 100);
    ports.clock.move('30m');
    expect(await seenBy(fan, post._id)).toBe(404);
    expect(await listed(fan, creator.id)).toEqual([]);
    expect(
      (
        await call('POST /wallet/charges/feed/:id', {
          token: fan.token,
          params: { id: post._id },
          body: {},
          key: `late-${post._id}`,
        })
      ).status,
    ).toBe(404);
    expect((await own(creator, post._id)).state).toBe('expired');
    expect(
      (await ok('GET /performer/feeds', { token: creator.token, query: { state: 'published' } })).total,
    ).toBe(0);
    expect(
      (await ok('GET /performer/feeds', { token: creator.token, query: { state: 'expired' } })).total,
    ).toBe(1);
    await app.backend.runJobs();
    expect(
      (
        await db
          .select({ state: feeds.state, pinned: feeds.pinned })
          .from(feeds)
          .where(eq(feeds.id, post._id))
      )[0],
    ).toEqual({ state: 'expired', pinned: false });
    expect(await countsOf(creator)).toEqual({ feeds: 0, photos: 0, videos: 0 });
    expect(await seenBy(buyer, post._id)).toBe(200);
  });

  test('that has passed can be replaced by a later one', async () => {
    const creator = await makeCreator();
    const post = await create(creator, { text: 'short', audience: 'public', expiresAt: inMinutes(5) });
    ports.clock.move('6m');
    await app.backend.runJobs();
    expect((await update(creator, post._id, { state: 'published' })).problem.errors?.[0]?.field).toBe(
      'expiresAt',
    );
    const back = await update(creator, post._id, { state: 'published', expiresAt: null });
    expect(back.data).toMatchObject({ state: 'published', publishedAt: post.publishedAt });
    expect(await countsOf(creator)).toMatchObject({ feeds: 1 });
  });

  test('and a start both missed: a post past its end becomes expired', async () => {
    const creator = await makeCreator();
    const post = await create(creator, {
      text: 'flash',
      audience: 'public',
      scheduledAt: inMinutes(5),
      expiresAt: inMinutes(6),
    });
    ports.clock.move('20m');
    await app.backend.runJobs();
    expect((await own(creator, post._id)).state).toBe('expired');
    expect(await countsOf(creator)).toMatchObject({ feeds: 0 });
  });
});

describe('archiving', () => {
  test('takes down and restores: counts, position and buyers', async () => {
    const [creator, buyer, stranger] = [await makeCreator(), await makeFan(), await makeFan()];
    const post = await create(creator, {
      type: 'photo',
      fileIds: [await makeFile(creator.id)],
      audience: 'public',
      pinned: true,
      price: 30,
    });
    await buy(buyer.id, post._id, creator.id);
    const taken = await update(creator, post._id, { state: 'archived' });
    expect(taken.data).toMatchObject({ state: 'archived', pinned: false });
    expect([await seenBy(buyer, post._id), await seenBy(stranger, post._id)]).toEqual([200, 404]);
    expect(await countsOf(creator)).toEqual({ feeds: 0, photos: 0, videos: 0 });
    ports.clock.move('1h');
    expect((await update(creator, post._id, { state: 'published' })).data).toMatchObject({
      state: 'published',
      publishedAt: post.publishedAt,
    });
    expect(await countsOf(creator)).toEqual({ feeds: 1, photos: 1, videos: 0 });
  });

  test("is no way back to a draft, and unpublished posts can't be archived", async () => {
    const creator = await makeCreator();
    const [out, draft] = [
      await create(creator, { text: 'out' }),
      await create(creator, { text: 'draft', state: 'draft' }),
    ];
    expect((await update(creator, out._id, { state: 'draft' })).status).toBe(409);
    expect((await update(creator, draft._id, { state: 'archived' })).status).toBe(409);
  });
});
