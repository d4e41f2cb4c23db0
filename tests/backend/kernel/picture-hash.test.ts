import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { SAME_PICTURE_BITS, calculateLuma, pictureHash } from '#backend/kernel/picture-hash.ts';
import { createMediaProcessor } from '#backend/node/media/media.ts';
import { photo, photoSize, subjects } from '../../setup/demo-photos.ts';

/** In how many bits two hashes differ. */
function bitsBetween(one: bigint, other: bigint): number {
  let [left, bits] = [BigInt.asUintN(64, one ^ other), 0];
  for (; left > 0n; left &= left - 1n) bits += 1;
  return bits;
}

const media = createMediaProcessor();
const hashOf = async (bytes: Uint8Array, square = false) =>
  pictureHash((await media.image(bytes, { widths: [320], square })).luma);

const pictures = await Promise.all(
  subjects.map(async (name) => {
    const bytes = await photo(name);
    return { name, bytes, hash: (await hashOf(bytes))! };
  }),
);
const { width, height } = photoSize;

describe('the hash of a picture', () => {
  test.each<readonly [string, (picture: Sharp) => Sharp]>([
    ['smaller', (picture) => picture.resize(300).webp({ quality: 60 })],
    ['larger', (picture) => picture.resize(1900).jpeg()],
    ['saved badly', (picture) => picture.jpeg({ quality: 30 })],
    ['brighter', (picture) => picture.modulate({ brightness: 1.1 }).png()],
    ['darker', (picture) => picture.modulate({ brightness: 0.8 }).png()],
    ['with more contrast', (picture) => picture.linear(1.15, -10).png()],
    ['without colours', (picture) => picture.greyscale().png()],
    ['squeezed', (picture) => picture.resize(700, 720, { fit: 'fill' }).png()],
    [
      'cropped by two percent',
      (picture) => picture.extract({ left: 10, top: 7, width: width - 20, height: height - 14 }).png(),
    ],
  ])('is the same when it is %s', async (_, change) => {
    for (const { name, bytes, hash } of pictures) {
      const changed = await hashOf(new Uint8Array(await change(sharp(bytes)).toBuffer()));
      expect({ name, isSame: bitsBetween(changed!, hash) <= SAME_PICTURE_BITS }).toEqual({
        name,
        isSame: true,
      });
    }
  });

  test('is well apart for different pictures', () => {
    const distances = pictures.flatMap((one, index) =>
      pictures.slice(index + 1).map((other) => bitsBetween(one.hash, other.hash)),
    );
    expect(Math.min(...distances)).toBeGreaterThan(SAME_PICTURE_BITS + 3);
  });

  test('is of the whole picture, also where only a square of it is kept', async () => {
    for (const { bytes, hash } of pictures.slice(0, 5))
      expect(bitsBetween((await hashOf(bytes, true))!, hash)).toBeLessThanOrEqual(2);
  });

  const plain = (body: string) =>
    sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">${body}</svg>`));
  test.each([
    ['nothing', ''],
    ['one colour', '<rect width="800" height="600" fill="#776644"/>'],
    ['two halves', '<rect width="800" height="300" fill="#776644"/>'],
    [
      'a gradient',
      '<linearGradient id="g"><stop stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient><rect width="800" height="600" fill="url(#g)"/>',
    ],
    ['a speck', '<rect x="300" y="200" width="9" height="9" fill="#ddd"/>'],
  ])('doesn’t exist for %s', async (_, body) => {
    const jpeg = await plain(body).flatten({ background: '#ffffff' }).jpeg({ quality: 60 }).toBuffer();
    expect(await hashOf(new Uint8Array(jpeg))).toBeNull();
    const png = await plain(body).png().toBuffer();
    expect(await hashOf(new Uint8Array(png))).toBeNull();
  });

  test('sees what is transparent as white', () => {
    expect([...calculateLuma(Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255]))]).toEqual([
      255, 0, 255,
    ]);
  });
});
