import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { thumbHashToRGBA } from 'thumbhash';
import { describe, expect, test } from 'vitest';
import { AppError } from '#backend/kernel/errors.ts';
import { createMediaProcessor } from '#backend/node/media/media.ts';
import { chartSvg, worstOf } from '../../../setup/colour-chart.ts';
import { pngOf } from '../../../setup/png.ts';

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

describe('colors arrive', () => {
  const chart = () => sharp(chartSvg).flatten();
  test.each([
    ['JPEG', () => chart().jpeg({ quality: 95 })],
    ['PNG', () => chart().png()],
    ['WebP', () => chart().webp({ quality: 95 })],
    ['AVIF', () => chart().avif({ quality: 80 })],
    ['GIF', () => chart().gif()],
    ['a JPEG in Display P3', () => chart().withIccProfile('p3').jpeg({ quality: 95 })],
    ['a PNG in Display P3', () => chart().withIccProfile('p3').png()],
  ])('from %s', async (_, make) => {
    const { renditions } = await media.image(await make().toBuffer(), { widths: [640] });
    expect(await worstOf(renditions[0]!.bytes)).toBeLessThanOrEqual(10);
  });
});

describe('a picture that moves', () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const frame = (background: string | typeof clear, [width, height]: [number, number] = [400, 200]) =>
    sharp({ create: { width, height, channels: 4, background } })
      .png()
      .toBuffer();
  const animation = async (frames: Promise<Buffer>[], format: 'gif' | 'webp' = 'gif') =>
    sharp(await Promise.all(frames), { join: { animated: true } })
      [format]({ delay: frames.map((_, at) => 100 + at * 50), loop: 0 })
      .toBuffer();
  const colourOf = async (bytes: Uint8Array, page = 0) =>
    (await sharp(bytes, { page }).removeAlpha().resize(1, 1).raw().toBuffer()).toJSON().data.slice(0, 3);
  const blurOf = ({ renditions }: { renditions: readonly { name: string; bytes: Uint8Array }[] }) =>
    renditions.find(({ name }) => name === 'blur.webp')!.bytes;
  const three = () => [frame('#d01010'), frame('#10d010'), frame('#1010d0')];

  test.each(['gif', 'webp'] as const)('moves in every width, in its own time: %s', async (format) => {
    const picture = await media.image(await animation(three(), format), { widths });
    expect(picture.renditions.map(({ name, width, height, mime }) => [name, width, height, mime])).toEqual([
      ['320.webp', 320, 160, 'image/webp'],
      ['640.webp', 400, 200, 'image/webp'],
      ['1280.webp', 400, 200, 'image/webp'],
      ['2048.webp', 400, 200, 'image/webp'],
      ['still.webp', 400, 200, 'image/webp'],
      ['blur.webp', 320, 160, 'image/webp'],
    ]);
    const still = picture.renditions[4]!.bytes;
    expect((await sharp(still).metadata()).pages ?? 1).toBe(1);
    expect((await colourOf(still))[0]).toBeGreaterThan(180);
    expect(picture).toMatchObject({ mime: 'image/webp', width: 400, height: 200 });
    for (const { bytes } of picture.renditions.slice(0, 4)) {
      expect(await sharp(bytes).metadata()).toMatchObject({ pages: 3, delay: [100, 150, 200], loop: 0 });
      expect((await colourOf(bytes, 1))[1]).toBeGreaterThan(180);
    }
  });

  describe('as PNG', () => {
    const chunk = (name: string, data: Uint8Array) => {
      const named = Buffer.concat([Buffer.from(name), data]);
      const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
      size.writeUInt32BE(data.length);
      sum.writeUInt32BE(crc32(named));
      return Buffer.concat([size, named, sum]);
    };
    const numbers = (...values: number[]) => {
      const data = Buffer.alloc(values.length * 4);
      for (const [at, value] of values.entries()) data.writeUInt32BE(value, at * 4);
      return data;
    };
    /** Chunks of these names. */
    const dataOf = (png: Buffer, wanted: string) => {
      const found: Buffer[] = [];
      for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
        if (png.toString('latin1', at + 4, at + 8) === wanted)
          found.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
      return Buffer.concat(found);
    };
    /** A red canvas, on which a green square is laid and taken away again, and then a half transparent blue one. */
    const moving = async () => {
      const canvas = await frame('#d01010', [80, 40]);
      const square = (colour: string | { r: number; g: number; b: number; alpha: number }) =>
        sharp({ create: { width: 20, height: 20, channels: 4, background: colour } })
          .png()
          .toBuffer();
      const control = (at: number, place: number[], [disposal, blend]: [number, number]) =>
        chunk('fcTL', Buffer.concat([numbers(at, ...place), Buffer.from([0, 1, 0, 5, disposal, blend])]));
      const [green, blue] = [await square('#10d010'), await square({ r: 0, g: 0, b: 255, alpha: 0.5 })];
      return Buffer.concat([
        canvas.subarray(0, 8),
        chunk('IHDR', dataOf(canvas, 'IHDR')),
        chunk('acTL', numbers(3, 2)),
        control(0, [80, 40, 0, 0], [0, 0]),
        chunk('IDAT', dataOf(canvas, 'IDAT')),
        control(1, [20, 20, 10, 10], [2, 0]),
        chunk('fdAT', Buffer.concat([numbers(2), dataOf(green, 'IDAT')])),
        control(3, [20, 20, 50, 10], [0, 1]),
        chunk('fdAT', Buffer.concat([numbers(4), dataOf(blue, 'IDAT')])),
        chunk('IEND', Buffer.alloc(0)),
      ]);
    };

    test('moves too, each picture laid over the others as it says', async () => {
      const { renditions } = await media.image(await moving(), { widths: [320] });
      const bytes = renditions[0]!.bytes;
      expect(await sharp(bytes).metadata()).toMatchObject({ pages: 3, delay: [200, 200, 200], loop: 2 });
      const at = async (page: number, left: number) =>
        [
          ...(await sharp(bytes, { page })
            .removeAlpha()
            .extract({ left, top: 18, width: 4, height: 4 })
            .resize(1, 1)
            .raw()
            .toBuffer()),
        ].map((part) => Math.round(part / 64));
      const [red, green, purple] = [
        [3, 0, 0],
        [0, 3, 0],
        [2, 0, 2],
      ];
      expect(await Promise.all([0, 1, 2].flatMap((page) => [at(page, 18), at(page, 58)]))).toEqual([
        red,
        red,
        green,
        red,
        red,
        purple,
      ]);
    });

    test('is its first picture if what moves is damaged, and refused if it is too long', async () => {
      const png = await moving();
      const outside = Buffer.from(png);
      outside.writeUInt32BE(70, outside.lastIndexOf('fcTL') + 4 + 12);
      const { renditions } = await media.image(outside, { widths: [320] });
      expect((await sharp(renditions[0]!.bytes).metadata()).pages ?? 1).toBe(1);
      const control = png.subarray(png.lastIndexOf('fcTL') - 4, png.lastIndexOf('IEND') - 4);
      const long = Buffer.concat([
        png.subarray(0, png.lastIndexOf('IEND') - 4),
        ...Array.from({ length: 600 }, () => control),
        png.subarray(png.lastIndexOf('IEND') - 4),
      ]);
      expect(await refusal(long)).toMatchObject({
        message: expect.stringMatching(/^This animation has 603/),
      });
    });
  });

  test('stands still where it is blurred, and as a profile picture', async () => {
    const gif = await animation(three());
    expect((await sharp(blurOf(await media.image(gif, { widths: [320] }))).metadata()).pages ?? 1).toBe(1);
    const { renditions } = await media.image(gif, { widths: [96], square: true });
    for (const { bytes } of renditions) expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
    expect((await colourOf(renditions[0]!.bytes))[0]).toBeGreaterThan(180);
  });

  test('is represented by its first frame that isn’t transparent', async () => {
    const gif = await animation([frame(clear), frame(clear), frame('#d01010'), frame('#1010d0')]);
    const [red = 0, , blue = 0] = await colourOf(blurOf(await media.image(gif, { widths: [320] })));
    expect(red).toBeGreaterThan(150);
    expect(blue).toBeLessThan(80);
    const square = await media.image(gif, { widths: [96], square: true });
    expect((await colourOf(square.renditions[0]!.bytes))[0]).toBeGreaterThan(150);
  });

  test('is made smaller if it is long, and refused beyond that', async () => {
    const noise = (at: number) => frame(`rgb(${(at * 37) % 256}, ${(at * 91) % 256}, 90)`, [900, 600]);
    const long = await animation(Array.from({ length: 48 }, (_, at) => noise(at)));
    const { renditions } = await media.image(long, { widths: [2048] });
    expect(renditions[0]!.width).toBeLessThan(900);
    expect((await sharp(renditions[0]!.bytes).metadata()).pages).toBe(48);
    const longer = await animation(
      Array.from({ length: 601 }, (_, at) =>
        frame(`rgb(${(at * 37) % 256}, ${(at * 91) % 256}, 90)`, [4, 4]),
      ),
    );
    expect(await refusal(longer)).toMatchObject({
      status: 422,
      message: expect.stringMatching(/^This animation has 601 frames\. The maximum is 600\./),
    });
  });
});

describe('a file without its end', () => {
  const photo = async (format: 'jpeg' | 'png' | 'webp' | 'gif') =>
    sharp(await halves(600, 400).png().toBuffer())
      .blur(4)
      [format]()
      .toBuffer();

  test('a JPEG that lacks nothing but its end marker is taken', async () => {
    const jpeg = await photo('jpeg');
    const { renditions } = await media.image(jpeg.subarray(0, -2), { widths: [320] });
    expect(renditions[0]).toMatchObject({ width: 320 });
    const withMore = Buffer.concat([jpeg, Buffer.alloc(40)]);
    expect((await media.image(withMore, { widths: [320] })).width).toBe(320);
  });

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'a %s that was cut off is said to be so',
    async (format) => {
      const bytes = await photo(format);
      for (const part of [0.6, 0.95])
        expect(await refusal(bytes.subarray(0, Math.floor(bytes.length * part)))).toMatchObject({
          code: 'unsupported_file',
          message: 'This file ends before the picture does: it wasn’t copied whole. Upload it again.',
        });
    },
  );
});
