import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { performers } from '#backend/db/schema/creators.ts';
import { files } from '#backend/db/schema/files.ts';
import { feeds } from '#backend/db/schema/posts.ts';
import { advancePostsWithFile } from '#backend/domain/content/posts/publish-due.ts';
import { transaction } from '#backend/kernel/context.ts';
import type { CallInput } from '#contract/core/registry.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, call, ok, makeFan, makeCreator } = app;
const { makeFile } = postsIn(app);

type Body = CallInput<'POST /performer/feeds'>['body'];
type Update = CallInput<'PUT /performer/feeds/:id'>['body'];
const create = (who: Person, body: Body) => ok('POST /performer/feeds', { token: who.token, body });
const update = (who: Person, id: string, body: Update) =>
  call('PUT /performer/feeds/:id', { token: who.token, params: { id }, body });
const own = (who: Person, id: string) => ok('GET /performer/feeds/:id', { token: who.token, params: { id } });
const seenBy = async (who: Person | null, id: string) =>
  (await call('GET /user/feeds/:id', { token: who?.token ?? null, params: { id } })).status;
const countsOf = async (who: Person) =>
  (
    await db
      .select({ feeds: performers.feeds, photos: performers.photos, videos: performers.videos })
      .from(performers)
      .where(eq(performers.accountId, who.id))
  )[0];
const inMinutes = (minutes: number) => new Date(ports.clock.now().getTime() + minutes * 60_000).toISOString();
/** What processing does: sets the file's state and updates the posts in the same transaction. */
const settle = (fileId: string, values: Partial<typeof files.$inferInsert>) =>
  transaction(app.ctx, async (tx) => {
    await tx.db.update(files).set(values).where(eq(files.id, fileId));
    await advancePostsWithFile(tx, fileId);
  });
const film = (ownerId: string, values: Partial<typeof files.$inferInsert> = {}) =>
  makeFile(ownerId, { mime: 'video/mp4', type: 'feed-video', state: 'processing', percent: 10, ...values });

describe('a post with', () => {
  test('a video has one video, and a chosen thumbnail and teaser', async () => {
    const creator = await makeCreator();
    const [film, cover, preview] = [
      await makeFile(creator.id, { mime: 'video/mp4', duration: 20 }),
      await makeFile(creator.id, { type: 'feed-thumbnail' }),
      await makeFile(creator.id, { mime: 'video/mp4', type: 'feed-teaser' }),
    ];
    const data = await create(creator, {
      type: 'video',
      fileIds: [film],
      thumbnailId: cover,
      teaserId: preview,
      alts: { [film]: 'A wheel turning', [cover]: 'A bowl' },
    });
    expect(data).toMatchObject({
      type: 'video',
      state: 'published',
      files: [{ _id: film, alt: 'A wheel turning' }],
      thumbnail: { _id: cover, alt: 'A bowl' },
      teaser: { _id: preview },
      media: { photos: 0, videos: 1, audios: 0, duration: 20 },
    });
    expect(
      (
        await db
          .select({ videos: performers.videos })
          .from(performers)
          .where(eq(performers.accountId, creator.id))
      )[0],
    ).toEqual({ videos: 1 });
  });

  test('audio has one recording; a teaser post is its teaser, visible to everyone', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const sound = await makeFile(creator.id, { mime: 'audio/mp4', type: 'feed-audio' });
    expect((await create(creator, { type: 'audio', fileIds: [sound] })).media).toMatchObject({ audios: 1 });
    const preview = await makeFile(creator.id, {
      mime: 'video/mp4',
      type: 'feed-teaser',
      renditions: [{ name: 'source.mp4', width: 640, height: 360, mime: 'video/mp4', bytes: 4 }],
    });
    const data = await create(creator, { type: 'teaser', teaserId: preview, text: 'For subscribers' });
    const seen = await ok('GET /user/feeds/:id', { token: fan.token, params: { id: data._id } });
    expect(seen).toMatchObject({
      text: '',
      access: { allowed: false },
      teaser: { url: expect.stringContaining('source.mp4') },
    });
  });
});

describe('files being processed', () => {
  test('delay a post until all are ready', async () => {
    const creator = await makeCreator();
    const [clip, preview] = [await film(creator.id), await film(creator.id, { type: 'feed-teaser' })];
    const post = await create(creator, {
      type: 'video',
      fileIds: [clip],
      teaserId: preview,
      audience: 'public',
    });
    expect([post.state, await seenBy(null, post._id)]).toEqual(['processing', 404]);
    await settle(clip, { state: 'ready', percent: 100 });
    expect((await own(creator, post._id)).state).toBe('processing');
    ports.clock.move('3m');
    await settle(preview, { state: 'ready', percent: 100 });
    expect(await own(creator, post._id)).toMatchObject({
      state: 'published',
      publishedAt: ports.clock.now().toISOString(),
    });
    expect(await countsOf(creator)).toEqual({ feeds: 1, photos: 0, videos: 1 });
  });

  test('ready before the scheduled time: the post waits for that time', async () => {
    const creator = await makeCreator();
    const clip = await film(creator.id);
    const post = await create(creator, {
      type: 'video',
      fileIds: [clip],
      audience: 'public',
      scheduledAt: inMinutes(60),
    });
    expect(post.state).toBe('processing');
    await settle(clip, { state: 'ready' });
    expect((await own(creator, post._id)).state).toBe('scheduled');
    ports.clock.move('1h');
    await app.backend.runJobs();
    expect((await own(creator, post._id)).state).toBe('published');
  });

  test('that fail stop it with the reason, and a retry continues it', async () => {
    const creator = await makeCreator();
    const clip = await film(creator.id);
    const post = await create(creator, { type: 'video', fileIds: [clip], audience: 'public' });
    await settle(clip, { state: 'failed', reason: 'This video is damaged.' });
    expect(await own(creator, post._id)).toMatchObject({ state: 'failed', reason: 'This video is damaged.' });
    await settle(clip, { state: 'queued', reason: null, percent: 0 });
    expect(await own(creator, post._id)).toMatchObject({ state: 'processing', reason: null });
    await settle(clip, { state: 'ready' });
    expect((await own(creator, post._id)).state).toBe('published');
  });

  test('that failed can be replaced, which publishes it', async () => {
    const creator = await makeCreator();
    const clip = await film(creator.id);
    const post = await create(creator, { type: 'video', fileIds: [clip], audience: 'public' });
    await settle(clip, { state: 'failed', reason: 'Damaged.' });
    expect(
      (await update(creator, post._id, { fileIds: [await film(creator.id, { state: 'ready' })] })).data.state,
    ).toBe('published');
    expect(await db.select({ id: files.id }).from(files).where(eq(files.id, clip))).toEqual([]);
  });

  test("can't be added to a published post before they are ready", async () => {
    const creator = await makeCreator();
    const post = await create(creator, {
      type: 'video',
      fileIds: [await film(creator.id, { state: 'ready' })],
      audience: 'public',
    });
    expect(
      (await update(creator, post._id, { fileIds: [await film(creator.id)] })).problem.errors?.[0]?.field,
    ).toBe('fileIds');
    expect(await own(creator, post._id)).toMatchObject({ state: 'published', media: { videos: 1 } });
  });

  test('whose completion was missed are found by the sweep', async () => {
    const creator = await makeCreator();
    const clip = await film(creator.id);
    const post = await create(creator, { type: 'video', fileIds: [clip], audience: 'public' });
    await db.update(files).set({ state: 'ready' }).where(eq(files.id, clip));
    ports.clock.move('2m');
    await app.backend.runJobs();
    expect((await own(creator, post._id)).state).toBe('published');
  });

  test('ready while the post is changed or deleted: no deadlock, and counts are correct', async () => {
    const creator = await makeCreator();
    for (let round = 0; round < 6; round += 1) {
      const clip = await film(creator.id);
      const post = await create(creator, { type: 'video', fileIds: [clip], audience: 'public' });
      const change =
        round % 2 === 0
          ? () => update(creator, post._id, { text: 'meanwhile' })
          : () => call('DELETE /performer/feeds/:id', { token: creator.token, params: { id: post._id } });
      const [, changed] = await Promise.all([settle(clip, { state: 'ready' }), change()]);
      expect(changed.status).toBe(200);
    }
    ports.clock.move('2m');
    await app.backend.runJobs();
    const [row] = await db
      .select({ out: sql<number>`count(*)::int` })
      .from(feeds)
      .where(sql`performer_id = ${creator.id} AND state = 'published'`);
    expect(row).toEqual({ out: 3 });
    expect(await countsOf(creator)).toEqual({ feeds: 3, photos: 0, videos: 3 });
  });
});
