import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { unsupported } from '#backend/ports/image-format.ts';
import { uploadedMedia } from '#backend/ports/uploaded-media.ts';
import type { MediaProcessor } from '#backend/ports/media-processor.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { files } from '#backend/db/schema/files.ts';
import { videos } from '#backend/db/schema/videos.ts';
import type { CallInput } from '#contract/core/registry.ts';
import { testBackend } from '../../../setup/backend.ts';
import { fakeMedia } from '../../../setup/fake-ports.ts';
import { postsIn } from '../../../setup/posts.ts';
import { filmForm, mp4, videosIn } from '../../../setup/videos.ts';
import type { Person } from '../../../setup/test-app.ts';

/** A media processor that rejects videos on demand. */
const host = { refuses: false };
const media: MediaProcessor = {
  ...fakeMedia,
  video: async (source, work) => {
    if (host.refuses) throw unsupported('The sound of this video can’t be read.');
    return uploadedMedia.video(source, { ...work, cut: undefined });
  },
};
const app = await testBackend({ ports: { media } });
const { db, ports, call, raw, ok, makeFan, makeCreator, backend } = app;
const { makeFilm, makeVideo } = videosIn(app);

type Edit = CallInput<'PUT /performer/performer-assets/videos/edit/:id'>['body'];
const upload = (who: Person, fields: Record<string, string> = {}, form = filmForm(fields)) =>
  raw<{ _id: string; state: string }>('POST /performer/performer-assets/videos/upload', {
    token: who.token,
    form,
  });
const edit = (who: Person, id: string, body: Edit) =>
  call('PUT /performer/performer-assets/videos/edit/:id', { token: who.token, params: { id }, body });
const own = (who: Person, id: string) =>
  ok('GET /performer/performer-assets/videos/:id/view', { token: who.token, params: { id } });
const view = (who: Person | null, id: string) =>
  call('GET /performer-assets/videos/:id', { token: who?.token, params: { id } });
const countOf = async (who: Person) =>
  (await db.select({ videos: performers.videos }).from(performers).where(eq(performers.accountId, who.id)))[0]
    ?.videos;
const rowOf = async (id: string) => (await db.select().from(videos).where(eq(videos.id, id)))[0];
const iso = (ms: number) => new Date(ports.clock.now().getTime() + ms).toISOString();
const HOUR = 3_600_000;

describe('an upload', () => {
  test('waits for its file, is published once it is ready, counted, and announced', async () => {
    const creator = await makeCreator();
    const { status, data } = await upload(creator, {
      title: 'Morning glaze',
      tags: ' Clay, fire ,clay',
      audience: 'public',
      description: 'Six minutes at the wheel.',
    });
    expect([status, data.state]).toEqual([201, 'processing']);
    expect(await countOf(creator)).toBe(0);
    expect((await view(null, data._id)).status).toBe(404);
    ports.transport.clear();
    await backend.runJobs();
    const shown = (await view(null, data._id)).data;
    expect(shown).toMatchObject({
      title: 'Morning glaze',
      tags: ['Clay', 'fire'],
      state: 'published',
      audience: 'public',
      access: { allowed: true, reason: 'free' },
      file: { state: 'ready', asUploaded: true },
      publishedAt: ports.clock.now().toISOString(),
    });
    expect(shown.file?.sources).toHaveLength(1);
    expect(await countOf(creator)).toBe(1);
    expect(
      ports.transport.of('notification/created', `account:${creator.id}`).map(({ payload }) => payload.text),
    ).toEqual(['“Morning glaze” is published.']);
  });

  test('is named after its file until it has a title, and stays a draft on request', async () => {
    const creator = await makeCreator();
    const { data } = await upload(
      creator,
      { state: 'draft' },
      filmForm({ state: 'draft' }, mp4('Morning_glaze 02.mp4')),
    );
    await backend.runJobs();
    expect(await own(creator, data._id)).toMatchObject({
      title: 'Morning glaze 02',
      state: 'draft',
      file: { state: 'ready' },
    });
    expect(await countOf(creator)).toBe(0);
    expect((await edit(creator, data._id, { state: 'published' })).data).toMatchObject({
      state: 'published',
    });
    expect(await countOf(creator)).toBe(1);
  });

  test('accepts an object in cloud storage by filename and path', async () => {
    const creator = await makeCreator();
    const { path, filename } = await ok('POST /uploads/sign', {
      token: creator.token,
      body: { fileName: 'clip.mp4', fileType: 'video/mp4' },
    });
    await ports.objects.put(path, new Uint8Array(await mp4().arrayBuffer()), 'video/mp4');
    const form = new FormData();
    for (const [name, value] of Object.entries({ filename, path, title: 'From the cloud' }))
      form.set(name, value);
    expect((await upload(creator, {}, form)).status).toBe(201);
  });

  test("rejects a missing file or one that isn't a video, and leaves nothing behind", async () => {
    const creator = await makeCreator();
    const wrong = new File([new TextEncoder().encode('<html>')], 'film.mp4', { type: 'video/mp4' });
    expect((await upload(creator, {}, filmForm({}, wrong))).problem).toMatchObject({
      status: 422,
      code: 'unsupported_file',
    });
    const none = new FormData();
    none.set('title', 'Nothing');
    expect((await upload(creator, {}, none)).problem.errors).toEqual([
      { field: 'video', message: 'Choose a video.' },
    ]);
    expect(await db.select().from(files).where(eq(files.ownerId, creator.id))).toEqual([]);
  });

  test('an unapproved creator can keep drafts, but not publish', async () => {
    const creator = await makeCreator({}, { verified: 'pending' });
    expect((await upload(creator)).status).toBe(403);
    expect(await db.select().from(files).where(eq(files.ownerId, creator.id))).toEqual([]);
    const { data } = await upload(creator, { state: 'draft' });
    expect((await edit(creator, data._id, { state: 'published' })).status).toBe(403);
    expect((await own(creator, data._id)).state).toBe('draft');
  });
});

describe('processing', () => {
  test('that fails says why; retried, it continues', async () => {
    const creator = await makeCreator();
    host.refuses = true;
    const { data } = await upload(creator, { audience: 'public' });
    await backend.runJobs();
    const failed = await own(creator, data._id);
    expect(failed).toMatchObject({
      state: 'failed',
      file: { state: 'failed', reason: 'The sound of this video can’t be read.' },
    });
    host.refuses = false;
    await ok('POST /files/:id/retry', { token: creator.token, params: { id: failed.file!._id } });
    expect((await own(creator, data._id)).state).toBe('processing');
    await backend.runJobs();
    expect((await own(creator, data._id)).state).toBe('published');
    expect(await countOf(creator)).toBe(1);
  });

  test('ready and published at the same moment: never stuck, never counted twice', async () => {
    const creator = await makeCreator();
    const ids = await Promise.all(
      Array.from({ length: 12 }, async () => (await upload(creator, { state: 'draft' })).data._id),
    );
    await Promise.all([backend.runJobs(), ...ids.map((id) => edit(creator, id, { state: 'published' }))]);
    await backend.runJobs();
    const states = await Promise.all(ids.map(async (id) => (await rowOf(id))?.state));
    expect(new Set(states)).toEqual(new Set(['published']));
    expect(await countOf(creator)).toBe(12);
  });
});

describe('a scheduled time', () => {
  test('is waited for, can be moved, and is carried out by a job', async () => {
    const creator = await makeCreator();
    const id = await makeVideo(creator.id, { state: 'draft' });
    expect((await edit(creator, id, { scheduledAt: iso(-1) })).problem.errors?.[0]?.field).toBe(
      'scheduledAt',
    );
    expect((await edit(creator, id, { state: 'published', scheduledAt: iso(HOUR) })).data).toMatchObject({
      state: 'scheduled',
      publishedAt: null,
    });
    expect((await edit(creator, id, { scheduledAt: iso(3 * HOUR) })).data.state).toBe('scheduled');
    ports.clock.move('2h');
    await backend.runJobs();
    expect((await own(creator, id)).state).toBe('scheduled');
    expect(await countOf(creator)).toBe(0);
    ports.clock.move('1h');
    await backend.runJobs();
    expect(await own(creator, id)).toMatchObject({ state: 'published', scheduledAt: null });
    expect(await countOf(creator)).toBe(1);
  });

  test("removed publishes at once; a draft doesn't wait for anything", async () => {
    const creator = await makeCreator();
    const id = await makeVideo(creator.id, { state: 'draft' });
    await edit(creator, id, { state: 'published', scheduledAt: iso(HOUR) });
    expect((await edit(creator, id, { state: 'draft' })).data.state).toBe('draft');
    ports.clock.move('2h');
    await backend.runJobs();
    expect((await own(creator, id)).state).toBe('draft');
    await edit(creator, id, { state: 'published', scheduledAt: iso(HOUR) });
    expect((await edit(creator, id, { scheduledAt: null })).data.state).toBe('published');
  });

  test('that arrives during processing publishes when the video is ready', async () => {
    const creator = await makeCreator();
    const { data } = await upload(creator, { scheduledAt: iso(HOUR) });
    ports.clock.move('2h');
    await backend.runJobs();
    expect((await own(creator, data._id)).state).toBe('published');
  });

  test('has no effect once published, and is at most a year ahead', async () => {
    const creator = await makeCreator();
    const out = await makeVideo(creator.id);
    expect((await edit(creator, out, { scheduledAt: iso(HOUR) })).problem.errors?.[0]?.field).toBe(
      'scheduledAt',
    );
    expect(await own(creator, out)).toMatchObject({ state: 'published', scheduledAt: null });
    const draft = await makeVideo(creator.id, { state: 'draft' });
    expect(
      (await edit(creator, draft, { scheduledAt: iso(500 * 24 * HOUR) })).problem.errors?.[0]?.field,
    ).toBe('scheduledAt');
    expect((await upload(creator, { title: 'Much later', scheduledAt: iso(500 * 24 * HOUR) })).status).toBe(
      422,
    );
  });
});

describe('changes', () => {
  test('text, tags, audience and price; archived and restored; nothing published becomes a draft', async () => {
    const creator = await makeCreator();
    const id = await makeVideo(creator.id);
    await db.update(performers).set({ videos: 1 }).where(eq(performers.accountId, creator.id));
    expect(
      (
        await edit(creator, id, {
          title: 'New',
          tags: ['Clay', 'clay'],
          price: 40,
          includedInSubscription: true,
          audience: 'followers',
          commentsEnabled: false,
        })
      ).data,
    ).toMatchObject({
      title: 'New',
      tags: ['Clay'],
      price: 40,
      isSale: true,
      includedInSubscription: true,
      audience: 'followers',
      commentsEnabled: false,
      state: 'published',
    });
    const { publishedAt } = await own(creator, id);
    expect((await edit(creator, id, { state: 'draft' })).status).toBe(409);
    expect((await edit(creator, id, { state: 'archived' })).data.state).toBe('archived');
    expect([await countOf(creator), (await view(await makeFan(), id)).status]).toEqual([0, 404]);
    expect((await edit(creator, id, { state: 'published' })).data).toMatchObject({
      state: 'published',
      publishedAt,
    });
    expect(await countOf(creator)).toBe(1);
    expect(
      (await edit(creator, await makeVideo(creator.id, { state: 'draft' }), { state: 'archived' })).status,
    ).toBe(409);
  });

  test('a new thumbnail, teaser and video file; the old files are deleted', async () => {
    const creator = await makeCreator();
    const id = await makeVideo(creator.id);
    await db.update(performers).set({ videos: 1 }).where(eq(performers.accountId, creator.id));
    const before = (await rowOf(id))!;
    const still = await postsIn(app).makeFile(creator.id, { type: 'video-thumbnail' });
    const teaser = await makeFilm(creator.id, { type: 'video-teaser' });
    expect((await edit(creator, id, { thumbnailId: still, teaserId: teaser })).data).toMatchObject({
      thumbnail: { _id: still },
      teaser: { _id: teaser },
    });
    const film = await makeFilm(creator.id, { state: 'processing' });
    expect((await edit(creator, id, { fileId: film })).data.state).toBe('processing');
    expect(await countOf(creator)).toBe(0);
    expect(await db.select().from(files).where(eq(files.id, before.fileId!))).toEqual([]);
    const other = await makeCreator();
    expect(
      (await edit(creator, id, { thumbnailId: await postsIn(app).makeFile(other.id) })).problem.errors?.[0]
        ?.field,
    ).toBe('thumbnailId');
    expect((await edit(creator, id, { teaserId: still })).problem.errors?.[0]?.field).toBe('teaserId');
  });

  test('a teaser cut from the first seconds appears once it is ready', async () => {
    const creator = await makeCreator();
    const { data } = await upload(creator, { audience: 'subscribers', teaserSeconds: '8' });
    const fan = await makeFan();
    await backend.runJobs();
    await backend.runJobs();
    expect((await view(fan, data._id)).data).toMatchObject({
      access: { allowed: false, reason: 'locked' },
      teaser: { type: 'video-teaser', state: 'ready' },
    });
    const cut = await db
      .select()
      .from(files)
      .where(sql`${files.ownerId} = ${creator.id} AND ${files.type} = 'video-teaser'`);
    expect(JSON.parse(cut[0]!.customData!)).toMatchObject({ cut: { start: 0, seconds: 8 } });
  });

  test('files are removed by type; without its file a video is a draft', async () => {
    const creator = await makeCreator();
    const thumbnailId = await postsIn(app).makeFile(creator.id);
    const id = await makeVideo(creator.id, { thumbnailId });
    await db.update(performers).set({ videos: 1 }).where(eq(performers.accountId, creator.id));
    const off = (type: 'thumbnail' | 'teaser' | 'video') =>
      call('DELETE /performer/performer-assets/videos/remove-file/:id', {
        token: creator.token,
        params: { id },
        body: { type },
      });
    expect((await off('thumbnail')).data.thumbnail).toBeNull();
    expect((await off('teaser')).status).toBe(404);
    expect((await off('video')).data).toMatchObject({ file: null, state: 'draft' });
    expect(await countOf(creator)).toBe(0);
    expect((await edit(creator, id, { state: 'published' })).problem.errors?.[0]?.field).toBe('fileId');
  });
});
