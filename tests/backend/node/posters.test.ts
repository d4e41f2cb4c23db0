import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { createMediaProcessor } from '#backend/node/media/media.ts';
import { shownBy } from '#backend/node/media/poster.ts';
import { recorded, sourceOf, tools, workFor } from '../../setup/recordings.ts';

const folder = await mkdtemp(join(tmpdir(), 'limelight-posters-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const media = createMediaProcessor({ tools: async () => tools, folder: join(folder, 'workshops') });

const from = (...inputs: string[]) => inputs.flatMap((input) => ['-f', 'lavfi', '-i', input]);
const bars = (seconds: number) => `testsrc2=s=320x240:r=25:d=${seconds}`;
const plain = (colour: string, seconds: number) => `color=${colour}:s=320x240:r=25:d=${seconds}`;
const tone = (seconds: number) => `sine=f=440:d=${seconds}`;
const concat = (count: number) => ['-filter_complex', `concat=n=${count}`];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const frame = 1 / 25;

/** The brightness of the poster, from 0 to 255. */
async function brightness(...args: string[]): Promise<number> {
  const bytes = await recorded([...args, ...h264], 'film.mp4', folder);
  const { poster } = await media.video(sourceOf(bytes), workFor().work);
  const { channels } = await sharp(poster!.renditions[0]!.bytes).stats();
  return Math.max(...channels.slice(0, 3).map(({ mean }) => mean));
}

describe.skipIf(!tools)("the poster of a film (skipped where ffmpeg isn't installed)", () => {
  test.each([
    ['begins black', [...from(plain('black', 6), bars(6)), ...concat(2)]],
    ['fades in slowly', [...from(bars(20)), '-vf', 'fade=in:d=15']],
    [
      'is black but for a second in its middle',
      [...from(plain('black', 30), bars(1), plain('black', 30)), ...concat(3)],
    ],
    [
      'is black but for one picture',
      [...from(plain('black', 7), bars(frame), plain('black', 8)), ...concat(3)],
    ],
    ['has sound long after its picture', from(bars(2), tone(20))],
    ['is one picture', from(plain('green', frame))],
    ['is one picture with sound', from(plain('green', frame), tone(6))],
  ])('that %s shows something', async (_, args) => {
    expect(await brightness(...args)).toBeGreaterThan(60);
  });

  test('that is dark throughout is its brightest picture', async () => {
    const film = [...from(plain('black', 5), plain('0x0c0c0c', frame), plain('black', 5)), ...concat(3)];
    expect(await brightness(...film)).toBeGreaterThan(6);
  });

  test('that is black throughout is still there', async () => {
    expect(await brightness(...from(plain('black', 2)))).toBeLessThan(3);
  });

  test('comes from early in a film that shows as much later', async () => {
    const two = ['-filter_complex', '[0]hue=h=0:s=0[grey],[grey][1]concat'];
    const bytes = await recorded([...from(bars(8), bars(8)), ...two, ...h264], 'film.mp4', folder);
    const { poster } = await media.video(sourceOf(bytes), workFor().work);
    const { channels } = await sharp(poster!.renditions[0]!.bytes).stats();
    const means = channels.slice(0, 3).map(({ mean }) => mean);
    expect(Math.max(...means) - Math.min(...means)).toBeLessThan(6);
  });
});

test('a frame shows more with more contrast, and with more light', () => {
  const grey = (value: number) => new Uint8Array(300).fill(value);
  const halves = new Uint8Array(300).fill(200, 150);
  expect(shownBy(grey(0))).toBe(0);
  expect(shownBy(grey(80))).toBeGreaterThan(shownBy(grey(20)));
  expect(shownBy(halves)).toBeGreaterThan(shownBy(grey(100)));
});
