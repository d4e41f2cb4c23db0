import { eq } from 'drizzle-orm';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RouteName, contract } from '#contract/core/registry.ts';
import { accounts } from '#backend/db/schema/accounts.ts';
import { publicPictures } from '#backend/domain/base/files/presenters.ts';
import { storeImage } from '#backend/domain/base/files/storing.ts';
import { createMediaProcessor } from '#backend/node/media/media.ts';
import { unsupported } from '#backend/ports/image-format.ts';
import type { ProcessedImage } from '#backend/ports/media-processor.ts';
import { galleryApp } from '../../../setup/galleries.ts';
import { clip, recorded, tools } from '../../../setup/recordings.ts';
import type { Person } from '../../../setup/test-app.ts';

const folder = await mkdtemp(join(tmpdir(), 'limelight-awaited-'));
afterAll(() => rm(folder, { recursive: true }));

/** Why the next pictures can't be converted. */
let trouble: string | null = null;
/** Happens once a picture was converted. */
let during: (() => Promise<void>) | null = null;
/** What was made of each picture since it was emptied. */
const made: ProcessedImage[] = [];
const real = createMediaProcessor({ tools: async () => tools, folder: join(folder, 'media') });
const app = await galleryApp({
  ...real,
  video: () => Promise.reject(unsupported('Videos aren’t converted here.')),
  async image(...given) {
    if (trouble !== null) throw unsupported(trouble);
    const picture = await real.image(...given);
    made.push(picture);
    await during?.();
    during = null;
    return picture;
  },
});
const { db, ports, call, ok, makeCreator, backend } = app;

const frames = 60;
const size = [400, 300] as const;
async function animation(format: 'gif' | 'webp'): Promise<Uint8Array<ArrayBuffer>> {
  const [width, height] = size;
  const each = Array.from({ length: frames }, (_, at) =>
    sharp({ create: { width, height, channels: 3, background: { r: (at * 37) % 256, g: 90, b: 90 } } })
      .png()
      .toBuffer(),
  );
  const joined = sharp(await Promise.all(each), { join: { animated: true } });
  return new Uint8Array(await joined[format]({ delay: each.map(() => 80) }).toBuffer());
}
const film = (args: string, name: string) =>
  recorded(`-f lavfi -i testsrc2=s=${size.join('x')}:r=20:d=3 ${args}`.split(' '), name, folder);
/** Each takes longer to convert than an upload should wait for. */
const animations: [string, Uint8Array<ArrayBuffer>][] = [
  ['gif', await animation('gif')],
  ['webp', await animation('webp')],
];
if (tools)
  animations.push(
    ['png', await film('-plays 0 -f apng', 'long.png')],
    ['avif', await film('-c:v libaom-av1 -cpu-used 8 -pix_fmt yuv420p', 'long.avif')],
  );
const [[, gif]] = animations as [[string, Uint8Array<ArrayBuffer>]];

const pagesOf = async (bytes: Uint8Array) => (await sharp(bytes).metadata()).pages ?? 1;
/** The frames of whatever was made, the most of any. */
const mostPages = async () =>
  Math.max(
    0,
    ...(await Promise.all(made.flatMap(({ renditions }) => renditions.map(({ bytes }) => pagesOf(bytes))))),
  );

/** How many pictures libvips read or wrote. An animation that is taken apart needs at least one a frame. */
let worked = 0;
beforeAll(() => void sharp.queue.on('change', () => (worked += 0.5)));

/** Every operation that takes a picture, and its field. A new one is tested without a line here. */
const slots = (Object.keys(contract) as RouteName[]).flatMap((route) => {
  const { upload } = contract[route] as { upload?: { fields: Record<string, { kind: string }> } };
  return Object.entries(upload?.fields ?? {}).flatMap(([field, { kind }]) =>
    kind === 'image' ? [[route, field] as const] : [],
  );
});
/** What an operation needs besides the picture. */
const more: Partial<Record<RouteName, object>> = {
  'POST /performer/performer-assets/videos/upload': { title: 'The wheel' },
};

async function send(who: Person, [route, field]: (typeof slots)[number], bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.set(field, new File([bytes], 'moving', { type: 'image/gif' }));
  if (field === 'thumbnail' && route.endsWith('videos/upload'))
    form.set('video', new File([await clip('wheel.mp4')], 'wheel.mp4', { type: 'video/mp4' }));
  const given = { token: who.token, params: { id: who.id }, form, body: more[route] ?? {} };
  return call(route as 'POST /performers/cover/upload', given as never);
}

test('there are places for pictures', () => {
  expect(slots.map(([route]) => route)).toEqual(
    expect.arrayContaining(['POST /users/avatar/upload', 'POST /performers/cover/upload']),
  );
});

const stored = async (key: string) => {
  const object = await ports.objects.get(key);
  const body = object?.body as ReadableStream<Uint8Array<ArrayBuffer>> | undefined;
  return body ? new Uint8Array(await new Response(body).arrayBuffer()) : null;
};
const cover = ['POST /performers/cover/upload', 'file'] as const;
const coverOf = async ({ id }: Person) =>
  (await db.select().from(accounts).where(eq(accounts.id, id)))[0]!.cover;
/** The frames of each size of a cover; null where nothing is stored. */
const pagesOfCover = (key: string) =>
  Promise.all(
    publicPictures.cover.widths.map(async (width) => {
      const bytes = await stored(`${key}/${width}.webp`);
      return bytes && pagesOf(bytes);
    }),
  );
const newsOf = async ({ token }: Person) =>
  (await ok('GET /notifications', { token, query: {} })).data.map(({ text }) => text);
const kept = () => ports.objects.keys().filter((key) => key.startsWith('temporary/'));

describe.each(animations)('a long animation: %s', (_, bytes) => {
  test.each(slots)('isn’t converted while its owner waits: %s %s', async (...slot) => {
    const creator = await makeCreator();
    made.length = 0;
    worked = 0;
    const { status, text } = await send(creator, slot, bytes);
    expect(status, text).toBeLessThan(300);
    expect(await mostPages()).toBeLessThanOrEqual(1);
    expect(worked).toBeLessThan(frames / 3);
  });

  test('is a cover that stands still until a job has made it move', async () => {
    const creator = await makeCreator();
    const { data } = await send(creator, cover, bytes);
    const still = (await coverOf(creator))!;
    expect(data.url).toContain(still);
    expect(await pagesOfCover(still)).toEqual([1, 1, 1]);
    await backend.runJobs();
    const moving = (await coverOf(creator))!;
    expect(moving).not.toBe(still);
    expect(await pagesOfCover(moving)).toEqual([frames, frames, frames]);
    expect((await ok('GET /users/me', { token: creator.token })).cover).toContain(moving);
    expect([await newsOf(creator), kept()]).toEqual([[], []]);
    // Pages that were drawn before show it a little longer.
    expect(await pagesOfCover(still)).toEqual([1, 1, 1]);
    ports.clock.move('11m');
    await backend.runJobs();
    expect(await pagesOfCover(still)).toEqual([null, null, null]);
  });
});

test('a short animation is a moving cover at once, and leaves no job', async () => {
  const creator = await makeCreator();
  const short = new Uint8Array(await sharp(gif, { pages: 3 }).gif().toBuffer());
  await send(creator, cover, short);
  expect(await pagesOfCover((await coverOf(creator))!)).toEqual([3, 3, 3]);
  expect(kept()).toEqual([]);
});

describe('a cover that is being converted', () => {
  const begun = async () => {
    const creator = await makeCreator();
    await send(creator, cover, gif);
    return { creator, still: (await coverOf(creator))! };
  };

  test('stays still if it can’t be, and its owner reads why, once', async () => {
    const { creator, still } = await begun();
    trouble = 'This animation took too long to process. Make it smaller.';
    await backend.runJobs();
    trouble = null;
    expect(await coverOf(creator)).toBe(still);
    expect(await pagesOfCover(still)).toEqual([1, 1, 1]);
    expect(await newsOf(creator)).toEqual([
      'Your cover stays a still picture because it couldn’t be animated. This animation took too long to process. Make it smaller.',
    ]);
    expect(kept()).toEqual([]);
  });

  test('stays still and says so if its upload is lost', async () => {
    const { creator, still } = await begun();
    await Promise.all(kept().map((key) => ports.objects.remove(key)));
    await backend.runJobs();
    expect(await coverOf(creator)).toBe(still);
    expect(await newsOf(creator)).toEqual([expect.stringContaining('isn’t there anymore')]);
  });

  test('doesn’t come back after it was replaced or removed', async () => {
    const [replaced, removed] = [await begun(), await begun()];
    const plain = new Uint8Array(await sharp(gif, { page: 1 }).png().toBuffer());
    await send(replaced.creator, cover, plain);
    const next = await coverOf(replaced.creator);
    await ok('DELETE /performers/cover', { token: removed.creator.token });
    made.length = 0;
    await backend.runJobs();
    expect([await coverOf(replaced.creator), await coverOf(removed.creator)]).toEqual([next, null]);
    expect([made, kept()]).toEqual([[], []]);
    expect([await newsOf(replaced.creator), await newsOf(removed.creator)]).toEqual([[], []]);
  });

  test('leaves nothing of itself if it is replaced while the job runs', async () => {
    const { creator } = await begun();
    const before = ports.objects.keys();
    during = async () => {
      await ok('DELETE /performers/cover', { token: creator.token });
    };
    await backend.runJobs();
    expect(await coverOf(creator)).toBeNull();
    expect(ports.objects.keys().filter((key) => !before.includes(key))).toEqual([]);
  });
});

test('the picture of a link is a still one of a long animation', async () => {
  const { id, viewer } = await makeCreator();
  made.length = 0;
  worked = 0;
  await storeImage(app.ctxOf(viewer), { bytes: gif, type: 'feed-thumbnail', ownerId: id });
  expect(await mostPages()).toBe(1);
  expect(worked).toBeLessThan(frames / 3);
});

test.skipIf(!tools)('a profile picture of a PNG that begins with nothing shows what comes then', async () => {
  const colour = (name: string) => `-f lavfi -i color=${name}:s=64x64:r=10:d=0.3,format=rgba`;
  const args = `${colour('black@0')} ${colour('red')} -filter_complex concat=n=2 -plays 0 -f apng`;
  const png = await recorded(args.split(' '), 'clear.png', folder);
  const { renditions } = await real.image(png, { widths: [96], square: true });
  const [red] = await sharp(renditions[0]!.bytes).removeAlpha().resize(1, 1).raw().toBuffer();
  expect(red).toBeGreaterThan(150);
});
