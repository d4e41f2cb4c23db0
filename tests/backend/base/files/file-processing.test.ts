import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { AppError } from '#backend/kernel/errors.ts';
import { files } from '#backend/db/schema/files.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { processFile } from '#backend/domain/content/publishing/file-processing.ts';
import { storeUpload } from '#backend/domain/base/files/uploads.ts';
import type { MediaTask, ProcessedMedia } from '#backend/ports/media-processor.ts';
import { testBackend } from '../../../setup/backend.ts';
import { fakeMedia } from '../../../setup/fake-ports.ts';
import { clip } from '../../../setup/recordings.ts';
import type { Person } from '../../../setup/test-app.ts';

/** The processing function, controlled by the test. */
let process: (work: MediaTask) => Promise<ProcessedMedia>;
const media = { ...fakeMedia, video: (_: unknown, work: MediaTask) => process(work) };
const app = await testBackend({ ports: { media } });
const { db, ports, call, raw, ok, makeCreator, backend, ctxOf } = app;
const wheel = await clip('wheel.mp4');

const upload = (creator: Person) =>
  storeUpload(ctxOf(creator.viewer), {
    type: 'feed-video',
    kind: 'video',
    fields: {},
    file: {
      field: 'file',
      name: 'a.mp4',
      mime: '',
      size: wheel.length,
      head: wheel.subarray(0, 4096),
      key: null,
      bytes: async () => wheel,
    },
  });
const statusOf = (creator: Person, id: string) =>
  ok('GET /files/:id/status', { token: creator.token, params: { id } });
const rowOf = async (id: string) => (await db.select().from(files).where(eq(files.id, id)))[0];
const objectsOf = (id: string) =>
  ports.objects
    .keys()
    .filter((key) => key.includes(id))
    .map((key) => key.split('/').at(-1))
    .toSorted((a = '', b = '') => (a < b ? -1 : 1));
const told = (creator: Person) =>
  ports.transport
    .of('file/state', `account:${creator.id}`)
    .map(({ payload: { state, percent } }) => [state, percent]);

const size = { name: '720.mp4', width: 1280, height: 720, mime: 'video/mp4', bytes: 3 };
async function succeed({ keep }: MediaTask): Promise<ProcessedMedia> {
  await keep(size, new Uint8Array([1, 2, 3]));
  return {
    width: 1280,
    height: 720,
    duration: 5,
    peaks: null,
    poster: await fakeMedia.image(new Uint8Array([0xff, 0xd8, 0xff]), { widths: [320] }),
    renditions: [size],
    asUploaded: false,
  };
}
const refuse = async (): Promise<never> => {
  throw new AppError(422, 'unsupported_file', 'It’s damaged.');
};

describe('a video being processed', () => {
  test('is queued, processed and ready; then the original is deleted and its owner notified', async () => {
    const creator = await makeCreator();
    process = succeed;
    const { id } = await upload(creator);
    expect(await statusOf(creator, id)).toMatchObject({
      state: 'queued',
      percent: 0,
      sources: [],
      url: null,
      thumbnails: [],
    });
    await backend.runJobs();
    expect(await statusOf(creator, id)).toMatchObject({
      state: 'ready',
      percent: 100,
      reason: null,
      width: 1280,
      height: 720,
      duration: 5,
      mime: 'video/mp4',
      asUploaded: false,
      sources: [{ kind: 'mp4', height: 720 }],
      thumbnails: [{ width: 320 }],
      placeholder: expect.any(String),
    });
    expect(objectsOf(id)).toEqual(['320.webp', '720.mp4', 'blur.webp']);
    expect(told(creator)).toEqual([
      ['processing', 0],
      ['ready', 100],
    ]);
  });

  test('that fails says why, keeps the original, and can be retried without another upload', async () => {
    const creator = await makeCreator();
    process = refuse;
    const { id } = await upload(creator);
    await backend.runJobs();
    expect(await statusOf(creator, id)).toMatchObject({
      state: 'failed',
      reason: 'It’s damaged.',
      sources: [],
    });
    expect(objectsOf(id)).toEqual(['original.mp4']);
    process = succeed;
    expect(await ok('POST /files/:id/retry', { token: creator.token, params: { id } })).toMatchObject({
      state: 'queued',
      percent: 0,
      reason: null,
    });
    expect((await call('POST /files/:id/retry', { token: creator.token, params: { id } })).status).toBe(409);
    await backend.runJobs();
    expect((await statusOf(creator, id)).state).toBe('ready');
    expect(told(creator).map(([state]) => state)).toEqual([
      'processing',
      'failed',
      'queued',
      'processing',
      'ready',
    ]);
  });

  test("isn't retried forever", async () => {
    const creator = await makeCreator();
    process = refuse;
    const { id } = await upload(creator);
    const statuses = new Set<number>();
    for (let times = 0; times < 130; times += 1)
      statuses.add((await call('POST /files/:id/retry', { token: creator.token, params: { id } })).status);
    expect(statuses).toEqual(new Set([409, 429]));
  });

  test("can't be seen or retried by anyone else", async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()];
    process = refuse;
    const { id } = await upload(creator);
    await backend.runJobs();
    for (const route of ['GET /files/:id/status', 'POST /files/:id/retry'] as const) {
      const [theirs, nobodys] = [
        await raw(route, { token: other.token, params: { id } }),
        await raw(route, { token: other.token, params: { id: ports.ids() } }),
      ];
      expect([theirs.status, theirs.text]).toEqual([404, nobodys.text]);
    }
    expect((await rowOf(id))?.state).toBe('failed');
  });

  test('a failure on our side is retried automatically, and eventually given up with a reason', async () => {
    const creator = await makeCreator();
    let tries = 0;
    process = async () => {
      tries += 1;
      throw new Error('the disk is away');
    };
    const { id } = await upload(creator);
    for (let round = 0; round < 8; round += 1) {
      await backend.runJobs();
      ports.clock.move('10m');
    }
    expect([tries, await statusOf(creator, id)]).toEqual([
      4,
      expect.objectContaining({ state: 'failed', reason: expect.stringMatching(/couldn’t be processed/) }),
    ]);
    expect(
      await db
        .select()
        .from(jobs)
        .where(eq(jobs.kind, 'process-file'))
        .then((rows) => rows.filter((row) => !row.doneAt)),
    ).toEqual([]);
  });

  test('deleted during processing leaves nothing behind', async () => {
    const creator = await makeCreator();
    process = async (work) => {
      await db.delete(files).where(eq(files.ownerId, creator.id));
      return succeed(work);
    };
    const { id } = await upload(creator);
    await backend.runJobs();
    expect([objectsOf(id), await rowOf(id)]).toEqual([[], undefined]);
  });

  test('processed twice at once is finalized once', async () => {
    const creator = await makeCreator();
    process = succeed;
    const { id } = await upload(creator);
    await db.insert(jobs).values({
      id: ports.ids(),
      kind: 'process-file',
      payload: { fileId: id },
      runAt: ports.clock.now(),
      createdAt: ports.clock.now(),
    });
    await Promise.all([backend.runJobs(), backend.runJobs()]);
    expect(told(creator).filter(([state]) => state === 'ready')).toHaveLength(1);
    expect(objectsOf(id)).toEqual(['320.webp', '720.mp4', 'blur.webp']);
  });

  test('reports its progress, never backwards and never after the end', async () => {
    const creator = await makeCreator();
    process = async (work) => {
      for (const percent of [10, 5, 40]) work.progress(percent);
      await expect
        .poll(
          async () =>
            (await rowOf((await db.select().from(files).where(eq(files.ownerId, creator.id)))[0]!.id))
              ?.percent,
        )
        .toBe(10);
      return succeed(work);
    };
    const { id } = await upload(creator);
    await backend.runJobs();
    expect(told(creator)).toEqual([
      ['processing', 0],
      ['processing', 10],
      ['ready', 100],
    ]);
    expect((await statusOf(creator, id)).percent).toBe(100);
  });
});

describe('a teaser', () => {
  test('is cut from your own video, which may still be processing', async () => {
    const creator = await makeCreator();
    const wanted: unknown[] = [];
    process = async (work) => {
      wanted.push(work.cut);
      return succeed(work);
    };
    const { id } = await upload(creator);
    const teaser = await ok('POST /files/:id/teaser', {
      token: creator.token,
      params: { id },
      body: { type: 'feed-teaser', start: 1, seconds: 3 },
    });
    expect(teaser).toMatchObject({ type: 'feed-teaser', state: 'queued' });
    await backend.runJobs();
    // Both run at once. If the video is done first, its original is gone before the teaser has read it, which tries
    // again later, from what was made of it.
    ports.clock.move('10m');
    await backend.runJobs();
    expect(wanted).toEqual(expect.arrayContaining([undefined, { of: id, start: 1, seconds: 3 }]));
    expect(await statusOf(creator, teaser._id)).toMatchObject({
      state: 'ready',
      type: 'feed-teaser',
      sources: [{ kind: 'mp4' }],
    });
    expect(
      (
        await call('POST /files/:id/teaser', {
          token: creator.token,
          params: { id },
          body: { type: 'feed-teaser', start: 6 },
        })
      ).status,
    ).toBe(422);
  });

  test('whose video is finished during the cutting is cut from the result', async () => {
    const creator = await makeCreator();
    process = succeed;
    const { id } = await upload(creator);
    const teaser = await ok('POST /files/:id/teaser', {
      token: creator.token,
      params: { id },
      body: { type: 'feed-teaser', start: 1, seconds: 3 },
    });
    const run = (fileId: string) =>
      processFile(ctxOf(creator.viewer), { fileId }, { attempt: 1, signal: new AbortController().signal });
    let tries = 0;
    process = async (work) => {
      const made = await succeed(work);
      if (!work.cut) await work.keep(size, wheel);
      if (!work.cut || (tries += 1) > 1) return made;
      // The video's own job finishes and deletes the upload while this one reads it.
      await db.update(files).set({ state: 'processing' }).where(eq(files.id, id));
      await run(id);
      return refuse();
    };
    await run(teaser._id);
    expect([tries, (await statusOf(creator, teaser._id)).state, (await statusOf(creator, id)).state]).toEqual(
      [2, 'ready', 'ready'],
    );
  });

  test("can't be made from another person's video, whatever a file's own data says", async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()];
    process = succeed;
    const { id } = await upload(creator);
    await backend.runJobs();
    expect(
      (
        await call('POST /files/:id/teaser', {
          token: other.token,
          params: { id },
          body: { type: 'feed-teaser' },
        })
      ).status,
    ).toBe(404);
    const moment = ports.clock.now();
    const forged = ports.ids();
    await db.insert(files).values({
      id: forged,
      ownerId: other.id,
      type: 'feed-teaser',
      mime: 'video/mp4',
      bytes: 0,
      storageKey: `files/${forged}`,
      customData: JSON.stringify({ cut: { of: id, start: 0, seconds: 5 } }),
      state: 'failed',
      createdAt: moment,
      updatedAt: moment,
    });
    await ok('POST /files/:id/retry', { token: other.token, params: { id: forged } });
    await backend.runJobs();
    expect(await statusOf(other, forged)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/was removed/),
    });
  });
});
