import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { sniffImage } from '#backend/ports/image-format.ts';
import { readPixelSize } from '#mock/image-header.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 40, b: 40, alpha: 0.5 } } });
const sizes = [
  [1, 1],
  [300, 200],
  [201, 1023],
] as const;
const kinds = {
  png: (width: number, height: number) => picture(width, height).png().toBuffer(),
  gif: (width: number, height: number) => picture(width, height).gif().toBuffer(),
  jpeg: (width: number, height: number) => picture(width, height).jpeg().toBuffer(),
  'progressive jpeg with metadata': (width: number, height: number) =>
    picture(width, height).jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
  'webp with alpha': (width: number, height: number) => picture(width, height).webp().toBuffer(),
  'lossless webp': (width: number, height: number) =>
    picture(width, height).webp({ lossless: true }).toBuffer(),
  'plain webp': (width: number, height: number) => picture(width, height).removeAlpha().webp().toBuffer(),
  avif: (width: number, height: number) =>
    picture(Math.max(width, 16), Math.max(height, 16)).avif({ effort: 0 }).toBuffer(),
};

describe.each(Object.entries(kinds))('%s', (_kind, make) => {
  test.each(sizes)('%i × %i', async (width, height) => {
    const bytes = await make(width, height);
    const { width: w, height: h } = await sharp(bytes).metadata();
    expect(readPixelSize(bytes, sniffImage(bytes))).toEqual({ width: w, height: h });
  });

  test('truncated anywhere, it reports nothing wrong', async () => {
    const bytes = await make(300, 200);
    const format = sniffImage(bytes);
    const possible = [null, readPixelSize(bytes, format)];
    for (let length = 0; length < Math.min(bytes.byteLength, 400); length += 1)
      expect(possible).toContainEqual(readPixelSize(bytes.subarray(0, length), format));
  });
});

test("a PNG's claimed enormous size is reported, so that it can be rejected without decoding", () => {
  const bytes = new Uint8Array(64);
  bytes.set([
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0x4e, 0x20, 0,
    0, 0x4e, 0x20,
  ]);
  expect(readPixelSize(bytes, sniffImage(bytes))).toEqual({ width: 20_000, height: 20_000 });
});
