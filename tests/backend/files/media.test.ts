import sharp from 'sharp';
import { thumbHashToRGBA } from 'thumbhash';
import { describe, expect, test } from 'vitest';
import { AppError } from '#backend/kernel/errors.ts';
import { createMediaProcessor } from '#backend/node/media/media.ts';
import { pngOf } from '../../setup/png.ts';

const media = createMediaProcessor();
const widths = [320, 640, 1280, 2048];

/** A picture whose left half is red and right half blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d01010' } }).composite([
    {
      input: { create: { width: Math.floor(width / 2), height, channels: 3, background: '#1010d0' } },
      left: Math.ceil(width / 2),
      top: 0,
    },
  ]);
const refusal = (bytes: Uint8Array) =>
  media.image(bytes, { widths }).then(
    () => null,
    (error: unknown) => error as AppError,
  );
const text = (value: string) => new TextEncoder().encode(value);

describe('results', () => {
  test('WebP renditions at the requested widths, none enlarged, and a blurred one', async () => {
    const picture = await media.image(await halves(1000, 500).jpeg().toBuffer(), { widths });
    expect(picture.renditions.map(({ name, width, height, mime }) => [name, width, height, mime])).toEqual([
      ['320.webp', 320, 160, 'image/webp'],
      ['640.webp', 640, 320, 'image/webp'],
      ['1280.webp', 1000, 500, 'image/webp'],
      ['2048.webp', 1000, 500, 'image/webp'],
      ['blur.webp', 320, 160, 'image/webp'],
    ]);
    expect(picture).toMatchObject({ mime: 'image/webp', width: 1000, height: 500 });
    for (const { bytes } of picture.renditions) expect((await sharp(bytes).metadata()).format).toBe('webp');
  });

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('reads %s', async (format) => {
    const picture = await media.image(await halves(400, 300)[format]().toBuffer(), { widths: [320] });
    expect(picture.renditions[0]).toMatchObject({ width: 320, height: 240 });
  });

  test('a square is cropped from the center, never enlarged', async () => {
    const picture = await media.image(await halves(900, 300).png().toBuffer(), {
      widths: [96, 400],
      square: true,
    });
    expect(picture.renditions.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['96.webp', 96, 96],
      ['400.webp', 300, 300],
      ['blur.webp', 320, 320],
    ]);
  });

  test("rotated according to the camera's metadata, and all metadata removed: location, camera, comments", async () => {
    const jpeg = await halves(600, 400)
      .withExif({
        IFD0: { Make: 'SecretCamera' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '51/1 30/1 3230/100',
          GPSLongitudeRef: 'W',
          GPSLongitude: '0/1 7/1 4366/100',
        },
      })
      .withXmp(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>',
      )
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(jpeg).metadata()).exif?.includes('SecretCamera')).toBe(true);
    const picture = await media.image(jpeg, { widths });
    expect([picture.width, picture.height]).toEqual([400, 600]);
    for (const { bytes } of picture.renditions) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata();
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({
        exif: undefined,
        xmp: undefined,
        iptc: undefined,
        icc: undefined,
        orientation: undefined,
      });
      expect(Buffer.from(bytes).includes('SecretCamera')).toBe(false);
    }
    // The left half was red; after rotating 90° clockwise the top is.
    const pixels = await sharp(picture.renditions[0]!.bytes).raw().toBuffer();
    expect(pixels[0]).toBeGreaterThan(150);
    expect(pixels.at(-3)).toBeLessThan(80);
  });

  test('the blurred image keeps colors and no detail finer than 1/24 of the width', async () => {
    const stripes = Buffer.alloc(960 * 320);
    for (let at = 0; at < stripes.length; at += 1) stripes[at] = (at % 960) % 20 < 10 ? 255 : 0;
    const jpeg = await sharp(stripes, { raw: { width: 960, height: 320, channels: 1 } })
      .jpeg()
      .toBuffer();
    const picture = await media.image(jpeg, { widths: [320] });
    const { channels } = await sharp(
      picture.renditions.find(({ name }) => name === 'blur.webp')!.bytes,
    ).stats();
    expect(channels[0]!.stdev).toBeLessThan(8);
    expect(channels[0]!.mean).toBeGreaterThan(100);
  });

  test('the placeholder is a thumbhash with the same aspect ratio', async () => {
    const { placeholder } = await media.image(await halves(800, 400).png().toBuffer(), { widths: [320] });
    const { w, h } = thumbHashToRGBA(Buffer.from(placeholder, 'base64'));
    expect(w / h).toBeCloseTo(2, 0);
  });

  test('a strip taller than browser formats allow is scaled down', async () => {
    const strip = await sharp({ create: { width: 40, height: 20_000, channels: 3, background: '#808080' } })
      .png()
      .toBuffer();
    const { renditions } = await media.image(strip, { widths });
    expect(Math.max(...renditions.map(({ height }) => height))).toBeLessThanOrEqual(16_383);
  });
});

describe('rejected, with the reason', () => {
  test.each([
    ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), /SVG/],
    ['an SVG behind a declaration', text('<?xml version="1.0"?><!DOCTYPE svg><svg/>'), /SVG/],
    ['a web page', text('<!doctype html><script>alert(1)</script>'), /isn’t a picture/],
    ['a page that begins as a GIF', text('GIF89a/*<script>alert(1)</script>*/=1;'), /damaged/],
    ['a PDF', text('%PDF-1.7 and so on'), /isn’t a picture/],
    [
      'a HEIC photo',
      Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(12)]),
      /HEIC/,
    ],
    ['nothing', new Uint8Array(), /isn’t a picture/],
  ])('%s', async (_, bytes, reason) => {
    const error = await refusal(bytes);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ status: 422, code: 'unsupported_file', errors: [{ field: 'file' }] });
    expect(error!.message).toMatch(reason);
  });

  test('a truncated image', async () => {
    const jpeg = await halves(600, 400).jpeg().toBuffer();
    expect(await refusal(jpeg.subarray(0, jpeg.length / 2))).toMatchObject({ code: 'unsupported_file' });
  });

  test('a 400-megapixel PNG, based on its header alone', async () => {
    const before = process.memoryUsage().rss;
    const error = await refusal(pngOf(20_000, 20_000));
    expect(error!.message).toMatch(/400 megapixels.*100/);
    // Decoded, that many pixels would take more than a gigabyte.
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  test('nothing appended to or hidden in an image is stored', async () => {
    const jpeg = await halves(600, 400).withMetadata().jpeg().toBuffer();
    const polyglot = Buffer.concat([
      jpeg,
      Buffer.from('PK\u0003\u0004<script>alert("evil payload")</script>'),
    ]);
    const { renditions } = await media.image(polyglot, { widths });
    for (const { bytes } of renditions) expect(Buffer.from(bytes).includes('evil payload')).toBe(false);
  });
});

test('many images at once are processed in turn', async () => {
  const jpeg = await halves(800, 600).jpeg().toBuffer();
  const pictures = await Promise.all(Array.from({ length: 8 }, () => media.image(jpeg, { widths: [320] })));
  expect(pictures.every(({ renditions }) => renditions.length === 2)).toBe(true);
});
