import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { createMediaProcessor } from '#backend/node/media/media.ts';
import { storeImage } from '#backend/domain/base/files/storing.ts';
import { galleryApp } from '../../../setup/galleries.ts';
import { everyTools, recorded, tools } from '../../../setup/recordings.ts';

const folder = await mkdtemp(join(tmpdir(), 'limelight-avif-'));
afterAll(() => rm(folder, { recursive: true }));

const [width, height, frames] = [96, 64, 10];
const made = (args: string, name: string) => recorded(args.split(' '), name, folder);
const avif = (source: string) =>
  made(`-f lavfi -i ${source} -c:v libaom-av1 -cpu-used 8 -pix_fmt yuv420p`, 'moving.avif');
const moving = tools ? await avif(`testsrc2=s=${width}x${height}:r=10:d=1`) : new Uint8Array();

const widths = [320];
const media = createMediaProcessor({ tools: async () => tools, folder: join(folder, 'media') });
const convert = async (bytes: Uint8Array, by = media) =>
  sharp((await by.image(bytes, { widths })).renditions[0]!.bytes).metadata();
const pagesOf = async (bytes: Uint8Array) => (await convert(bytes)).pages ?? 1;

/** Where the content of a box begins. */
const bodyOf = (bytes: Uint8Array, type: string) => Buffer.from(bytes).indexOf(type) + 4;
function changed(bytes: Uint8Array, change: (copy: Buffer) => void): Uint8Array {
  const copy = Buffer.from(bytes);
  change(copy);
  return new Uint8Array(copy);
}

/** With a list of two frames ahead of the true one, of which ffmpeg reads the last. */
function pretending(bytes: Uint8Array): Uint8Array {
  const decoy = Buffer.from(
    `${'00000014'}${Buffer.from('stsz').toString('hex')}${'0'.repeat(8)}0000000100000002`,
    'hex',
  );
  const at = bodyOf(bytes, 'stsz') - 8;
  const grown = changed(bytes, (copy) => {
    for (const type of ['moov', 'trak', 'mdia', 'minf', 'stbl']) {
      const size = bodyOf(copy, type) - 8;
      copy.writeUInt32BE(copy.readUInt32BE(size) + decoy.length, size);
    }
    const place = bodyOf(copy, 'stco') + 8;
    copy.writeUInt32BE(copy.readUInt32BE(place) + decoy.length, place);
  });
  return new Uint8Array(Buffer.concat([grown.subarray(0, at), decoy, grown.subarray(at)]));
}

/** Its last packet holds the last two frames. */
const joined = (bytes: Uint8Array) =>
  changed(bytes, (copy) => {
    const list = bodyOf(copy, 'stsz') + 8;
    copy.writeUInt32BE(frames - 1, list);
    const last = list + 4 * (frames - 1);
    copy.writeUInt32BE(copy.readUInt32BE(last) + copy.readUInt32BE(last + 4), last);
    copy.writeUInt32BE(frames - 1, bodyOf(copy, 'stsc') + 12);
    copy.writeUInt32BE(frames - 1, bodyOf(copy, 'stts') + 8);
  });

/** A processor whose ffmpeg notes how many bytes of pixels it wrote. */
async function watched() {
  const [ffmpeg, note] = [join(folder, 'ffmpeg'), join(folder, 'written')];
  await writeFile(
    ffmpeg,
    `#!/bin/sh\n${tools!.ffmpeg} "$@"\ncode=$?\nwc -c < frames.rgba > ${note}\nexit $code\n`,
  );
  await chmod(ffmpeg, 0o755);
  const by = createMediaProcessor({
    tools: async () => ({ ffmpeg, ffprobe: tools!.ffprobe }),
    folder: join(folder, 'watched'),
  });
  return { by, written: async () => Number(await readFile(note, 'utf8').catch(() => 0)) };
}

describe.skipIf(!tools)("animated AVIF (skipped where ffmpeg isn't installed)", () => {
  test('has no more frames than were checked', async () => {
    const { by, written } = await watched();
    await expect(by.image(pretending(moving), { widths })).rejects.toThrow(/shorter than it is/);
    expect(await written()).toBe(0);
  });

  test('writes no more frames than it has packets', async () => {
    const { by, written } = await watched();
    expect((await convert(joined(moving), by)).pages).toBe(frames - 1);
    expect(await written()).toBe((frames - 1) * width * height * 4);
  });

  test('whose frames are in none of its lists is a still picture', async () => {
    const fragmented = changed(moving, (copy) => copy.writeUInt32BE(0, bodyOf(copy, 'stsz') + 8));
    expect(await media.measure(fragmented)).toEqual({ width, height, isSlow: false });
    expect(await pagesOf(fragmented)).toBe(1);
  });

  test.each(everyTools)('moves with %s', async (_, each) => {
    const by = createMediaProcessor({ tools: async () => each, folder: join(folder, 'each') });
    expect((await convert(moving, by)).pages).toBe(frames);
  });

  test.each([
    ['first a picture’s', ['avif', 'avis', 'msf1', 'miaf']],
    ['a picture’s alone', ['avif', 'avif', 'mif1', 'miaf']],
  ])('moves by what is inside, whatever its brands: %s', async (_, [first = '', ...others]) => {
    const branded = changed(moving, (copy) => {
      copy.write(first, 8);
      for (let at = 16; at + 4 <= copy.readUInt32BE(0); at += 4)
        copy.write(others[(at - 16) / 4] ?? 'miaf', at);
    });
    expect(await media.measure(branded)).toEqual({ width, height, isSlow: true });
    expect(await pagesOf(branded)).toBe(frames);
  });

  test('moves on if a program added something at its end', async () => {
    const longer = new Uint8Array([...moving, ...new TextEncoder().encode('added by some program')]);
    expect(await media.measure(longer)).toMatchObject({ isSlow: true });
    expect(await pagesOf(longer)).toBe(frames);
  });

  test('shows each frame as long as WebP can, and so does animated PNG', async () => {
    const slow = 'testsrc2=s=16x16:r=1:d=3,setpts=PTS*100 -vsync passthrough';
    const png = await made(`-f lavfi -i ${slow} -plays 0 -f apng`, 'slow.png');
    for (const bytes of [await avif(slow), png])
      expect((await convert(bytes)).delay?.slice(0, 2)).toEqual([65_535, 65_535]);
  });

  test('is a still profile picture, cover or picture of a link, for which nobody waits for ffmpeg', async () => {
    const app = await galleryApp(createMediaProcessor({ folder: join(folder, 'without') }));
    const { token, id, viewer } = await app.makeCreator();
    const form = new FormData();
    form.set('file', new File([new Uint8Array(moving)], 'moving.avif', { type: 'image/avif' }));
    const avatar = await app.ok('POST /users/avatar/upload', { token, form });
    const cover = await app.ok('POST /performers/cover/upload', { token, form });
    const link = await storeImage(app.ctxOf(viewer), { bytes: moving, type: 'feed-thumbnail', ownerId: id });
    const keys = [avatar, cover].map(({ url }) => url.replace('/media/', ''));
    for (const key of [...keys, `${link.storageKey}/320.webp`]) {
      const object = await app.ports.objects.get(key);
      const stored = await new Response(
        object!.body as ReadableStream<Uint8Array<ArrayBuffer>>,
      ).arrayBuffer();
      expect((await sharp(stored).metadata()).pages ?? 1, key).toBe(1);
    }
  });
});
