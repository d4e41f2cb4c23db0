import { rgbaToThumbHash, thumbHashToAverageRGBA } from 'thumbhash';
import { describe, expect, it } from 'vitest';
import { averageColour, decodeBase64 } from '#lib/placeholder.ts';

const hashOf = (red: number, green: number, blue: number) =>
  rgbaToThumbHash(8, 8, Array.from({ length: 64 }, (_, at) => [red, (green + at) % 256, blue, 255]).flat());
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

describe('the color of a thumbhash', () => {
  it.each([
    [200, 40, 90],
    [0, 0, 0],
    [255, 255, 255],
    [30, 120, 200],
  ])('agrees with the format’s own decoder for %i %i %i', (...rgb) => {
    const hash = hashOf(...rgb);
    const { r, g, b } = thumbHashToAverageRGBA(hash);
    expect(averageColour(base64(hash))).toBe(
      `rgb(${[r, g, b].map((value) => Math.round(value * 255)).join(' ')})`,
    );
  });
  it.each([null, undefined, '', '!!!', 'AA=='])('returns nothing for %j', (text) =>
    expect(averageColour(text)).toBeUndefined(),
  );
  it('returns the bytes', () => expect(decodeBase64('AQIDBAU=')).toEqual(new Uint8Array([1, 2, 3, 4, 5])));
});
