import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { readHeader } from '#backend/ports/recording-header.ts';
import { uploadedMedia } from '#backend/ports/uploaded-media.ts';
import { clip, recorded, sourceOf, tools, workFor } from '../../../setup/recordings.ts';
import { webmRecording } from '../../../setup/voice.ts';

const folder = await mkdtemp(join(tmpdir(), 'limelight-headers-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const [wheel, piano] = [await clip('wheel.mp4'), await clip('piano.m4a')];

test('an MP4 header gives its size and length', async () => {
  expect(await readHeader(sourceOf(wheel))).toMatchObject({
    width: expect.any(Number),
    height: expect.any(Number),
    cutShort: false,
  });
  expect((await readHeader(sourceOf(wheel)))?.duration).toBeCloseTo(16, 0);
  const guitar = await readHeader(sourceOf(await clip('guitar.m4a')));
  expect(guitar).toMatchObject({ width: null, height: null });
  expect(guitar?.duration).toBeCloseTo(16.1, 0);
});

describe('without ffmpeg', () => {
  test('a video is stored as uploaded and marked so', async () => {
    const { work } = workFor();
    expect(await uploadedMedia.video(sourceOf(wheel), work)).toMatchObject({
      asUploaded: true,
      poster: null,
      duration: expect.closeTo(16, 0),
    });
  });

  test('its text metadata is blanked, and nothing else', async () => {
    // A metadata box, as phones write it, at the end of the movie box.
    const movie =
      wheel.findIndex((_, at) => String.fromCharCode(...wheel.subarray(at, at + 4)) === 'moov') - 4;
    const size = new DataView(wheel.buffer).getUint32(movie);
    const words = new TextEncoder().encode('....udta....©xyz+48.1371+011.5754/');
    new DataView(words.buffer).setUint32(0, words.length);
    const told = new Uint8Array([
      ...wheel.subarray(0, movie + size),
      ...words,
      ...wheel.subarray(movie + size),
    ]);
    new DataView(told.buffer).setUint32(movie, size + words.length);
    const { work, kept } = workFor();
    const made = await uploadedMedia.video(sourceOf(told), work);
    expect(made).toMatchObject({
      asUploaded: true,
      renditions: [{ name: 'source.mp4', bytes: told.length }],
    });
    const stored = kept.get('source.mp4')!;
    expect(new TextDecoder().decode(stored)).not.toContain('+48.1371');
    const differs = [...stored].flatMap((byte, at) => (byte === told[at] ? [] : [at]));
    expect([
      differs.length > 0,
      differs.every((at) => at >= movie && at < movie + size + words.length),
    ]).toEqual([true, true]);
    expect(await readHeader(sourceOf(stored))).toMatchObject({ duration: made.duration, words: [] });
  });

  test.each([
    ['cut short', wheel.slice(0, wheel.length - 1000), /is incomplete/],
    ['cut off in its header', wheel.slice(0, 300), /damaged|incomplete/],
    [
      'sound without a picture',
      new Uint8Array([...piano.subarray(0, 8), ...Buffer.from('isom'), ...piano.subarray(12)]),
      /no picture/,
    ],
  ])('%s is rejected with the reason', async (_, bytes, reason) => {
    await expect(uploadedMedia.video(sourceOf(bytes), workFor().work)).rejects.toMatchObject({
      status: 422,
      message: expect.stringMatching(reason),
    });
  });

  test('random bytes are at worst rejected', async () => {
    const beginnings = [
      [0, 0, 0, 24, ...Buffer.from('ftypisom\0\0\0\0isommp42')],
      [0x1a, 0x45, 0xdf, 0xa3, 0x93, ...Buffer.from('BxxxBxxxx'), 0x42, 0x82, 0x84, ...Buffer.from('webm')],
      [...Buffer.from('ID3\x04')],
      [...Buffer.from('RIFF\0\0\0\0WAVE')],
      [...Buffer.from('OggS')],
      [...Buffer.from('fLaC')],
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...beginnings),
        fc.uint8Array({ maxLength: 600 }),
        async (beginning, noise) => {
          const done = await uploadedMedia
            .audio(sourceOf(new Uint8Array([...beginning, ...noise])), workFor().work)
            .catch((error: { status?: number }) => error.status);
          expect(done === 422 || typeof done === 'object').toBe(true);
        },
      ),
      { numRuns: 500 },
    );
    // A valid file with single bytes changed.
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 0, max: 255 })), {
          minLength: 1,
          maxLength: 4,
        }),
        async (changes) => {
          const bytes = wheel.slice();
          for (const [at, value] of changes) bytes[at] = value;
          try {
            await readHeader(sourceOf(bytes));
          } catch (error) {
            expect((error as Error).message).toBe('not a recording');
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe.skipIf(!tools)("files written by ffmpeg (skipped where it isn't installed)", () => {
  const tone = ['-f', 'lavfi', '-i', 'sine=d=3'];
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:d=3'];
  test.each([
    ['a.webm', [...picture, '-c:v', 'libvpx'], 320],
    ['b.mov', [...picture, '-c:v', 'libx264', '-pix_fmt', 'yuv420p'], 320],
    ['c.mp3', tone, null],
    ['d.wav', tone, null],
    ['e.flac', tone, null],
    ['f.ogg', [...tone, '-c:a', 'libvorbis'], null],
    ['g.ogg', [...tone, '-c:a', 'libopus'], null],
    ['h.webm', [...tone, '-c:a', 'libopus'], null],
    ['i.mp3', [...tone, '-b:a', '64k', '-ar', '22050'], null],
  ])('%s', async (name, args, width) => {
    const header = await readHeader(sourceOf(await recorded(args, name, folder)));
    expect(header?.width).toBe(width);
    expect(Math.abs((header?.duration ?? 0) - 3)).toBeLessThan(0.2);
  });
});

describe('a recording streamed as it was made, whose header says no length', () => {
  test('WebM: its last frame tells', async () => {
    expect((await readHeader(sourceOf(webmRecording(42))))?.duration).toBeCloseTo(42, 1);
  });

  test('WebM: cut anywhere, it has the length of what is there', async () => {
    const whole = webmRecording(30);
    for (const part of [0.2, 0.5, 0.9]) {
      const header = await readHeader(sourceOf(whole.slice(0, Math.floor(whole.length * part))));
      expect(header?.duration ?? 0).toBeLessThanOrEqual(30);
    }
  });

  test.skipIf(!tools)('fragmented MP4 and live WebM, as browsers record them', async () => {
    const tone = ['-f', 'lavfi', '-i', 'sine=frequency=300:duration=7'];
    const fragmented = ['-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov+default_base_moof'];
    const mp4 = await recorded(
      [...tone, ...fragmented, '-frag_duration', '1000000', '-f', 'mp4'],
      'f.mp4',
      folder,
    );
    const webm = await recorded([...tone, '-c:a', 'libopus', '-live', '1', '-f', 'webm'], 'l.webm', folder);
    for (const bytes of [mp4, webm]) expect((await readHeader(sourceOf(bytes)))?.duration).toBeCloseTo(7, 0);
  });
});
