import sharp, { type Sharp } from 'sharp';
import { randomOf } from '../../demo/random.ts';

/** In pixels. A picture is covered with as many tiles as it takes. */
const tileSide = 512;
/** How far grain strays from a middle grey, out of 255. */
const grainDepth = 60;

let tile: Promise<Buffer> | null = null;

/** Film grain as a square picture: the same in every process, so that the demo's pictures are too. */
async function drawGrain(): Promise<Buffer> {
  const random = randomOf('film grain');
  const grey = Uint8Array.from({ length: tileSide ** 2 }, () => {
    // Three throws of a die fall near the middle more often than one.
    const strayed = random.between(-1, 1) + random.between(-1, 1) + random.between(-1, 1);
    return Math.min(255, Math.max(0, Math.round(128 + strayed * grainDepth)));
  });
  const raw = { width: tileSide, height: tileSide, channels: 1 as const };
  return sharp(grey, { raw }).blur(0.6).linear(1.5, -64).png().toBuffer();
}

const vignette = (width: number, height: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><radialGradient id="edge" r="0.8"><stop offset="0.5" stop-opacity="0"/><stop offset="1" stop-opacity="0.5"/></radialGradient><rect width="${width}" height="${height}" fill="url(#edge)"/></svg>`,
  );

/** Grain that fits into a picture, from which it is repeated. */
async function grainFor(width: number, height: number): Promise<Buffer> {
  const whole = await (tile ??= drawGrain());
  const [w, h] = [Math.min(tileSide, width), Math.min(tileSide, height)];
  return sharp(whole).extract({ left: 0, top: 0, width: w, height: h }).png().toBuffer();
}

/** A drawing as a black-and-white print: full contrast, a soft lens, darker corners and grain. */
export async function asPrint(drawn: Sharp): Promise<Sharp> {
  const { data, info } = await drawn
    .greyscale()
    .normalise({ lower: 1, upper: 99 })
    .blur(0.7)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const layers = [
    { input: vignette(width, height) },
    { input: await grainFor(width, height), tile: true, blend: 'soft-light' as const },
  ];
  return sharp(data, { raw: { width, height, channels } }).toColourspace('srgb').composite(layers);
}
