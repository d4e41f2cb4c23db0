// @vitest-environment node
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { heicProfile, readIcc, toSrgb } from '#services/base/pictures/colour-profile.ts';
import { type HeicPixels, decodeHeic } from '#services/base/pictures/heic-decoding.ts';
import { hasHeicBrand, isNamedHeic, shownEverywhere } from '#services/base/pictures/shown-everywhere.ts';
import { detectImageFormat } from '#backend/ports/image-format.ts';
import { worstOf } from '../../setup/colour-chart.ts';

/* 240 by 160 pixels, red on the left and blue on the right, encoded by libheif 1.15; then marked as turned
   clockwise, the way phones do, and with a place in its EXIF data. */
const fixture = new URL('../../fixtures/turned.heic', import.meta.url);
const most = 100_000_000;

describe('a HEIC photo', () => {
  it('is decoded and turned as the file says', async () => {
    const picture = await decodeHeic(await readFile(fixture), most);
    if (!picture || typeof picture === 'string') throw new Error('not decoded');
    expect([picture.width, picture.height]).toEqual([160, 240]);
    const at = (x: number, y: number) => [...picture.data.subarray((y * 160 + x) * 4, (y * 160 + x) * 4 + 4)];
    for (const x of [10, 150]) {
      const [top, bottom] = [at(x, 20), at(x, 220)];
      expect(top[0]).toBeGreaterThan(180);
      expect(top[2]).toBeLessThan(70);
      expect(bottom[2]).toBeGreaterThan(180);
      expect(bottom[0]).toBeLessThan(70);
      expect(top[3]).toBe(255);
    }
  });

  it('that is damaged or too large is refused', async () => {
    const bytes = await readFile(fixture);
    expect(await decodeHeic(bytes.subarray(0, 400), most)).toBeNull();
    expect(await decodeHeic(new TextEncoder().encode('no picture at all'), most)).toBeNull();
    expect(await decodeHeic(bytes, 160 * 240 - 1)).toBe('too-many-pixels');
    const broken = Uint8Array.from(bytes);
    broken.fill(0, 700);
    const decoded = await decodeHeic(broken, most);
    expect(decoded === null || typeof decoded === 'object').toBe(true);
  });

  it('is recognised by its first bytes, as the server does it', async () => {
    const bytes = await readFile(fixture);
    expect(hasHeicBrand(bytes.subarray(0, 64))).toBe(true);
    expect(detectImageFormat(bytes)).toBe('heic');
    const box = (...brands: string[]) =>
      Buffer.concat([
        Buffer.from([0, 0, 0, 16 + (brands.length - 1) * 4]),
        Buffer.from(`ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`),
      ]);
    for (const brands of [['mif1', 'avif'], ['avif'], ['mif1', 'heic'], ['isom', 'mp42'], ['msf1', 'hevc']]) {
      const head = box(...brands);
      expect(hasHeicBrand(head), brands.join()).toBe(detectImageFormat(head) === 'heic');
    }
  });

  it('is recognised by type or name where the system gives no type; other files stay as they are', async () => {
    expect(isNamedHeic({ name: 'IMG_0001.HEIC', type: '' })).toBe(true);
    expect(isNamedHeic({ name: 'photo', type: 'image/heif' })).toBe(true);
    expect(isNamedHeic({ name: 'heic.jpg', type: 'image/jpeg' })).toBe(false);
    const photo = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'a.jpg', { type: 'image/jpeg' });
    expect(await shownEverywhere(photo)).toBe(photo);
    const film = new File(['x'], 'film.mp4', { type: 'video/mp4' });
    expect(await shownEverywhere(film)).toBe(film);
  });

  it('beyond the limit of pictures is refused before it is read', async () => {
    const large = new File(['x'], 'IMG_0001.HEIC', { type: '' });
    Object.defineProperty(large, 'size', { value: 26 * 1024 * 1024 });
    await expect(shownEverywhere(large)).rejects.toMatchObject({ code: 'too_large' });
  });
});

/* The chart of `setup/colour-chart.ts`, converted to Display P3 by sharp and encoded by libheif 1.15 with its profile. */
const wide = new URL('../../fixtures/display-p3.heic', import.meta.url);

describe('the colors of a HEIC photo', () => {
  const encoded = (pixels: HeicPixels) =>
    sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 4 } })
      .png()
      .toBuffer();

  it('in Display P3 arrive as sRGB', async () => {
    const picture = await decodeHeic(await readFile(wide), most);
    if (!picture || typeof picture === 'string') throw new Error('not decoded');
    expect(await worstOf(await encoded(picture))).toBeLessThanOrEqual(6);
  });

  it('in Display P3 by number arrive, too', async () => {
    const bytes = await readFile(wide);
    // Two bytes that say how long the profile is would have to move everything; the box is renamed instead.
    const at = bytes.indexOf('prof');
    bytes.write('nclx', at);
    bytes.writeUInt16BE(12, at + 4);
    const profile = heicProfile(bytes);
    const pixel = new Uint8ClampedArray([255, 0, 0, 255, 180, 180, 180, 90]);
    toSrgb(pixel, profile!);
    expect([...pixel]).toEqual([255, 0, 0, 255, 180, 180, 180, 90]);
    expect(heicProfile(await readFile(fixture))).toBeNull();
  });

  it('with a profile that is damaged or of another kind are left as they are', async () => {
    const bytes = await readFile(wide);
    const profile = bytes.subarray(bytes.indexOf('prof') + 4);
    expect(readIcc(profile)).not.toBeNull();
    for (const length of [0, 100, 140, 300]) expect(readIcc(profile.subarray(0, length))).toBeNull();
    const grey = Buffer.from(profile);
    grey.write('GRAY', 16);
    expect(readIcc(grey)).toBeNull();
  });
});
