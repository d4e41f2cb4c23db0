import sharp, { type Sharp } from 'sharp';
import { randomOf } from '../../demo/random.ts';

/** In pixels. A picture is covered with as many tiles as it takes. */
const tileSide = 512;
/** How far grain strays from a middle grey, out of 255. */
const grainDepth = 60;

let tile: Promise<Uint8Array> | null = null;

/** Film grain as a square picture: the same in every process, so that the demo's pictures are too. */
async function drawGrain(): Promise<Uint8Array> {
  const random = randomOf('film grain');
  const grey = Uint8Array.from({ length: tileSide ** 2 }, () => {
    // Three throws of a die fall near the middle more often than one.
    const strayed = random.between(-1, 1) + random.between(-1, 1) + random.between(-1, 1);
    return Math.min(255, Math.max(0, Math.round(128 + strayed * grainDepth)));
  });
  const raw = { width: tileSide, height: tileSide, channels: 1 as const };
  return sharp(grey, { raw }).blur(0.6).linear(1.5, -64).toColourspace('b-w').raw().toBuffer();
}

/** How much light is left at a place; `x` and `y` go from -1 to 1. Falls from an ellipse to the corners. */
const lightAt = (x: number, y: number): number =>
  1 - Math.min(0.5, Math.max(0, Math.sqrt(x * x + y * y) * 0.625 - 0.5));

/** What soft light makes of each grey under each grain, as 256 rows of 256. */
const softLight = Uint8Array.from({ length: 256 * 256 }, (_, index) => {
  const [grain, grey] = [(index >> 8) / 255, (index & 255) / 255];
  const darker = grey - (1 - 2 * grain) * grey * (1 - grey);
  const brighter =
    grey + (2 * grain - 1) * ((grey <= 0.25 ? ((16 * grey - 12) * grey + 4) * grey : Math.sqrt(grey)) - grey);
  return Math.round(255 * (grain <= 0.5 ? darker : brighter));
});

/**
 * A drawing as a black-and-white print: full contrast, a soft lens, darker corners and grain. The pixels are worked
 * on here because composing layers takes sharp twice as long.
 */
export async function asPrint(drawn: Sharp): Promise<Sharp> {
  const { data, info } = await drawn
    .greyscale()
    .normalise({ lower: 1, upper: 99 })
    .blur(0.7)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const grain = await (tile ??= drawGrain());
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const light = lightAt((x / width) * 2 - 1, (y / height) * 2 - 1);
      const grey = Math.round((data[at] as number) * light);
      data[at] = softLight[
        ((grain[(y % tileSide) * tileSide + (x % tileSide)] as number) << 8) + grey
      ] as number;
    }
  return sharp(data, { raw: { width, height, channels: 1 } }).toColourspace('srgb');
}
