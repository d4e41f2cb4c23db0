import { getRequestListener } from '@hono/node-server';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { files } from '#backend/db/schema/files.ts';
import { performers } from '#backend/db/schema/creators.ts';
import type { AppError } from '#backend/kernel/errors.ts';
import { createMediaProcessor } from '#backend/node/media/media.ts';
import { unsupported } from '#backend/ports/image-format.ts';
import { readAvifSequence } from '#backend/ports/avif-sequence.ts';
import { galleryApp } from '../../../setup/galleries.ts';
import { recorded, tools } from '../../../setup/recordings.ts';
import type { Person } from '../../../setup/test-app.ts';

// As on a server, whose `Response` from then on is Hono's and lacks the newest methods.
getRequestListener(() => new Response());

const folder = await mkdtemp(join(tmpdir(), 'limelight-animations-'));
afterAll(() => rm(folder, { recursive: true }));

const real = createMediaProcessor({ tools: async () => tools, folder: join(folder, 'media') });
/** How many pictures were converted. */
let converted = 0;
/** Why the next ones can't be. */
let trouble: string | null = null;
const media: typeof real = {
  ...real,
  image: (...given) => {
    converted += 1;
    if (trouble !== null) return Promise.reject(unsupported(trouble));
    return real.image(...given);
  },
};
const app = await galleryApp(media);
const { db, ports, call, ok, makeCreator, makeFan, makeGallery, countsOf, backend } = app;
beforeEach(() => {
  converted = 0;
  trouble = null;
});

const frame = (at: number, [width, height]: readonly [number, number]) =>
  sharp({
    create: { width, height, channels: 3, background: { r: (at * 37) % 256, g: (at * 91) % 256, b: 90 } },
  })
    .png()
    .toBuffer();
async function animation(
  count: number,
  { size = [400, 300], format = 'gif' }: { size?: readonly [number, number]; format?: 'gif' | 'webp' } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const frames = await Promise.all(Array.from({ length: count }, (_, at) => frame(at, size)));
  const joined = sharp(frames, { join: { animated: true } });
  return new Uint8Array(await joined[format]({ delay: frames.map(() => 80) }).toBuffer());
}
const long = await animation(60);
const formats: (readonly [string, Uint8Array<ArrayBuffer>])[] = [
  ['gif', long],
  ['webp', await animation(60, { format: 'webp' })],
];
const png = '-f lavfi -i testsrc2=s=400x300:r=20:d=3 -plays 0 -f apng'.split(' ');
if (tools) formats.push(['png', await recorded(png, 'long.png', folder)]);
/** Its last part is missing. */
const cut = long.slice(0, Math.floor(long.length * 0.7));
const formOf = (bytes: Uint8Array<ArrayBuffer>, name = 'wheel.gif') => {
  const form = new FormData();
  form.set('file', new File([bytes], name, { type: 'image/gif' }));
  return form;
};
const upload = (who: Person, bytes: Uint8Array<ArrayBuffer>) =>
  call('POST /performer/feeds/photo/upload', { token: who.token, form: formOf(bytes), body: {} });
const statusOf = (who: Person, id: string) =>
  ok('GET /files/:id/status', { token: who.token, params: { id } });
const objectsOf = (id: string) =>
  ports.objects
    .keys()
    .filter((key) => key.includes(id))
    .map((key) => key.split('/').at(-1));
const bytesOf = async (id: string, name: string) =>
  new Uint8Array(
    await new Response(
      (await ports.objects.get(`files/${id}/${name}`))!.body as ReadableStream<Uint8Array<ArrayBuffer>>,
    ).arrayBuffer(),
  );
const told = (who: Person) =>
  ports.transport
    .of('file/state', `account:${who.id}`)
    .map(({ payload: { state, percent } }) => [state, percent]);

describe('a long animation', () => {
  test.each([...formats])('is taken before it is converted, which a job does: %s', async (format, bytes) => {
    const creator = await makeCreator();
    const { status, data } = await upload(creator, bytes);
    expect(status).toBe(201);
    expect(converted).toBe(0);
    expect(data).toMatchObject({
      state: 'queued',
      mime: `image/${format}`,
      url: null,
      sizes: [],
      thumbnails: [],
    });
    // What was uploaded counts, until what is made of it does.
    expect(data.bytes).toBe(bytes.length);
    expect(objectsOf(data._id)).toEqual([`original.${format}`]);
    await backend.runJobs();
    const ready = await statusOf(creator, data._id);
    expect(ready).toMatchObject({ state: 'ready', percent: 100, mime: 'image/webp', width: 400 });
    expect(ready.sizes.map(({ width, still }) => [width, still])).toEqual([
      [320, expect.stringContaining('/still.webp?')],
      [400, ready.sizes[0]!.still],
    ]);
    expect((await sharp(await bytesOf(data._id, '320.webp')).metadata()).pages).toBe(60);
    expect(objectsOf(data._id)).not.toContain(`original.${format}`);
    const [row] = await db.select().from(files).where(eq(files.id, data._id));
    expect(row).toMatchObject({ placeholder: expect.any(String), bytes: ready.bytes });
    expect(told(creator)).toEqual([
      ['processing', 0],
      ['ready', 100],
    ]);
  });

  test('waits in its post, and isn’t sent before it is ready', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const { data } = await upload(creator, long);
    const post = await ok('POST /performer/feeds', {
      token: creator.token,
      body: { type: 'photo', fileIds: [data._id] },
    });
    expect(post.state).toBe('processing');
    const sent = await call('POST /messages/private/file/photo', {
      token: fan.token,
      form: formOf(long),
      body: {},
    });
    expect(sent.data.state).toBe('queued');
    await backend.runJobs();
    const out = await ok('GET /performer/feeds/:id', { token: creator.token, params: { id: post._id } });
    expect(out.state).toBe('published');
    expect((await statusOf(fan, sent.data._id)).state).toBe('ready');
  });

  test('that can’t be converted says why, and can be tried again', async () => {
    const creator = await makeCreator();
    const { status, data } = await upload(creator, long);
    expect([status, data.state]).toEqual([201, 'queued']);
    trouble = 'This animation took too long to process.';
    await backend.runJobs();
    const failed = await statusOf(creator, data._id);
    expect(failed).toMatchObject({
      state: 'failed',
      reason: 'This animation took too long to process.',
      url: null,
      sizes: [],
    });
    expect(objectsOf(data._id)).toEqual(['original.gif']);
    const post = await call('POST /performer/feeds', {
      token: creator.token,
      body: { type: 'photo', fileIds: [data._id] },
    });
    expect(post.status).toBe(422);
    expect(post.text).toContain('This animation took too long to process.');
    expect(
      (await ok('POST /files/:id/retry', { token: creator.token, params: { id: data._id } })).state,
    ).toBe('queued');
    trouble = null;
    await backend.runJobs();
    expect((await statusOf(creator, data._id)).state).toBe('ready');
  });

  test('that is cut off or too long is refused before it is stored', async () => {
    const creator = await makeCreator();
    const half = await upload(creator, cut);
    expect([half.status, half.text]).toEqual([422, expect.stringContaining('wasn’t copied whole')]);
    const { status, text } = await upload(creator, await animation(601, { size: [4, 4] }));
    expect(status).toBe(422);
    expect(text).toContain('This animation has 601 frames.');
  });
});

test('a short animation is ready at once', async () => {
  const creator = await makeCreator();
  const { data } = await upload(creator, await animation(3));
  expect([data.state, converted]).toEqual(['ready', 1]);
});

describe('a long animation in a gallery', () => {
  const uploadTo = (who: Person, galleryId: string, key?: string) =>
    ok('POST /performer/performer-assets/photos/upload', {
      token: who.token,
      form: formOf(long),
      body: { galleryId },
      ...(key && { key }),
    });
  const stateOf = async (who: Person, galleryId: string, id: string) =>
    (
      await ok('GET /performer/performer-assets/photos/search', { token: who.token, query: { galleryId } })
    ).data.find(({ _id }) => _id === id)?.state;
  const published = async () => {
    const creator = await makeCreator();
    const gallery = await makeGallery(creator.id, {}, 1);
    await db.update(performers).set({ galleries: 1, photos: 1 }).where(eq(performers.accountId, creator.id));
    return { creator, gallery };
  };

  test('that is sent again is the same one', async () => {
    const { creator, gallery } = await published();
    const key = randomUUID();
    const [first, second] = [
      await uploadTo(creator, gallery.id, key),
      await uploadTo(creator, gallery.id, key),
    ];
    expect([second._id, second.file._id]).toEqual([first._id, first.file._id]);
    await backend.runJobs();
    expect(converted).toBe(1);
    expect(await countsOf(creator)).toMatchObject({ photos: 2 });
  });

  test('is shown and counted once it is ready', async () => {
    const { creator, gallery } = await published();
    const photo = await uploadTo(creator, gallery.id);
    expect(photo.state).toBe('processing');
    expect(await countsOf(creator)).toMatchObject({ photos: 1 });
    // Asking for it to be shown doesn't show what isn't there.
    const asked = await ok('PUT /performer/performer-assets/photos/:id', {
      token: creator.token,
      params: { id: photo._id },
      body: { state: 'published' },
    });
    expect(asked.state).toBe('processing');
    await backend.runJobs();
    expect(await stateOf(creator, gallery.id, photo._id)).toBe('published');
    expect(await countsOf(creator)).toMatchObject({ photos: 2 });
    const news = await ok('GET /notifications', { token: creator.token, query: {} });
    expect(JSON.stringify(news.data)).not.toContain('is published');
  });

  test('that fails isn’t shown to others, in no other gallery either', async () => {
    const { creator, gallery } = await published();
    const photo = await uploadTo(creator, gallery.id);
    trouble = 'This animation took too long to process.';
    await backend.runJobs();
    expect(await stateOf(creator, gallery.id, photo._id)).toBe('failed');
    const other = await makeGallery(creator.id, {}, 1);
    const moved = await ok('PUT /performer/performer-assets/photos/:id', {
      token: creator.token,
      params: { id: photo._id },
      body: { galleryId: other.id },
    });
    expect(moved.state).toBe('failed');
    expect(moved.file.reason).toContain('This animation took too long to process.');
  });
});

describe.skipIf(!tools)("animated AVIF (skipped where ffmpeg isn't installed)", () => {
  const made = (args: string, name: string) => recorded(args.split(' '), name, folder);
  const moving = (more = '') =>
    made(
      `-f lavfi -i testsrc2=s=96x64:r=10:d=1${more} -c:v libaom-av1 -cpu-used 8 -pix_fmt yuv420p`,
      'moving.avif',
    );

  test('moves on as WebP, in its own time', async () => {
    const creator = await makeCreator();
    const { data } = await upload(creator, await moving());
    expect(data).toMatchObject({ state: 'queued', mime: 'image/avif' });
    await backend.runJobs();
    const ready = await statusOf(creator, data._id);
    expect(ready).toMatchObject({ state: 'ready', mime: 'image/webp', width: 96, height: 64 });
    expect(ready.sizes[0]!.still).toContain('/still.webp?');
    const webp = await bytesOf(data._id, '320.webp');
    const { pages, delay } = await sharp(webp).metadata();
    expect([pages, delay]).toEqual([10, Array.from({ length: 10 }, () => 100)]);
    const [first, last] = await Promise.all(
      [0, 9].map((page) => sharp(webp, { page }).removeAlpha().raw().toBuffer()),
    );
    expect(first!.equals(last!)).toBe(false);
  });

  test('of one picture stays a still picture', async () => {
    const still = new Uint8Array(
      await sharp(await frame(1, [96, 64]))
        .avif()
        .toBuffer(),
    );
    expect(readAvifSequence(still)).toBeNull();
    const creator = await makeCreator();
    expect((await upload(creator, still)).data).toMatchObject({ state: 'ready', width: 96 });
  });

  test('is refused where it can’t be converted, cut off, or too long, and never becomes a still', async () => {
    const bytes = await moving();
    const without = createMediaProcessor({ folder: join(folder, 'without') });
    const refusal = (by: typeof real, given: Uint8Array) =>
      by.measure(given).then(
        () => null,
        (error: unknown) => (error as AppError).message,
      );
    expect(await refusal(without, bytes)).toMatch(/^Animated AVIF files can’t be converted here/);
    await expect(without.image(bytes, { widths: [320] })).rejects.toThrow(/can’t be converted here/);
    expect(await refusal(real, bytes.slice(0, bytes.length - 200))).toMatch(/^This file ends before/);
    expect(await refusal(real, await moving(',loop=-1:10:0,trim=end_frame=601'))).toMatch(
      /^This animation has 601 frames/,
    );
  });
});
