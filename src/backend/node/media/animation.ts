import sharp from 'sharp';
import { limits } from '#config/limits.ts';
import { type ImageFormat, unsupported } from '../../ports/image-format.ts';
import { type AnimatedPng, readAnimatedPng, toAnimatedWebp } from './animated-png.ts';
import type { ProcessedImage } from '../../ports/media-processor.ts';

/* GIF, WebP, PNG and AVIF that move are stored as WebP that moves, in every width. */

const mostFrames = 600;
/** Of all frames together, as they were uploaded. */
const mostPixels = 3 * limits.upload.imagePixels;
/** Of all frames of one rendition together: encoding more takes too long. A longer animation becomes smaller. */
const renditionPixels = 24_000_000;
/** WebP has no more. */
const tallest = 16_383;
const secondsAtMost = 60;
/** How many frames are looked at for the first that shows something, and how much of it has to be opaque. */
const [framesToTry, leastOpaque] = [12, 0.05];

/** PNG is told apart by `readAnimatedPng`. */
const movingFormats: ReadonlySet<string> = new Set(['gif', 'webp', 'avif']);

export interface Animation {
  /** Of one frame. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
}

/**
 * How a picture moves, by its header. Null for one that doesn't.
 * @throws AppError 422 `unsupported_file` if it is too long or too large.
 */
export function findAnimation({
  format,
  width,
  height,
  pages = 1,
}: {
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly pages?: number | undefined;
}): Animation | null {
  if (pages <= 1 || !movingFormats.has(format)) return null;
  if (pages > mostFrames)
    throw unsupported(
      `This animation has ${pages} frames. The maximum is ${mostFrames}. Make it shorter, or save it as MP4 and upload it as a video.`,
    );
  if (width * height * pages > mostPixels)
    throw unsupported(
      'This animation is too large. Make it smaller or shorter, or save it as MP4 and upload it as a video.',
    );
  return { width, height, frames: pages };
}

/** How wide a rendition may become. */
export function maxAnimationWidth({ width, height, frames }: Animation): number {
  const shape = width / height;
  const byWork = Math.sqrt((renditionPixels / frames) * shape);
  return Math.max(1, Math.floor(Math.min(byWork, tallest * shape)));
}

const pngAnimation = (png: AnimatedPng | null): Animation | null =>
  png && findAnimation({ ...png, format: 'webp', pages: png.frames.length });

/**
 * How a PNG moves. Null for one that doesn't.
 * @throws AppError 422 `unsupported_file` if it is too long or too large.
 */
export const animationOfPng = (bytes: Uint8Array): Animation | null => pngAnimation(readAnimatedPng(bytes));

/**
 * An animated PNG, or the first `most` frames of it, as WebP, of which all renditions can be made. Null for a PNG that
 * doesn't move.
 * @throws AppError 422 `unsupported_file` if it is too long or too large.
 */
export async function webpOfPng(bytes: Uint8Array, most = Infinity): Promise<Uint8Array | null> {
  const png = readAnimatedPng(bytes);
  const shown = png && { ...png, frames: png.frames.slice(0, most) };
  const animation = pngAnimation(shown);
  return shown && animation && toAnimatedWebp(shown, maxAnimationWidth(animation));
}

/** The frame that is shown in place of a moving picture where nothing may move, and how wide it may be. */
export const frozen = {
  width: 1_280,
  /** Names the rendition of this width as that frame. */
  of: (renditions: ProcessedImage['renditions'], width: number): ProcessedImage['renditions'] =>
    renditions.map((each) => (each.name === `${width}.webp` ? { ...each, name: 'still.webp' } : each)),
};

/** Makes one moving rendition for each of `widths`. None is enlarged. */
export async function movingRenditions(
  bytes: Uint8Array,
  animation: Animation,
  { widths, effort }: { readonly widths: readonly number[]; readonly effort: number },
): Promise<ProcessedImage['renditions']> {
  const widest = Math.min(animation.width, maxAnimationWidth(animation));
  const made = new Map<number, Promise<{ width: number; height: number; bytes: Uint8Array }>>();
  const encode = async (to: number) => {
    const { data, info } = await sharp(bytes, {
      animated: true,
      limitInputPixels: mostPixels,
      failOn: 'error',
    })
      .timeout({ seconds: secondsAtMost })
      .resize({ width: to })
      .toColourspace('srgb')
      .webp({ quality: 80, effort })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.pageHeight ?? info.height, bytes: data };
  };
  return Promise.all(
    widths.map(async (wanted) => {
      const to = Math.min(wanted, widest);
      const rendition = made.get(to) ?? encode(to);
      made.set(to, rendition);
      return { name: `${wanted}.webp`, mime: 'image/webp', ...(await rendition) };
    }),
  );
}

/** How much of each of the first frames is opaque, from 0 to 1. */
async function opaqueParts(bytes: Uint8Array, pages: number): Promise<number[]> {
  const { data, info } = await sharp(bytes, { pages, limitInputPixels: mostPixels })
    .timeout({ seconds: secondsAtMost })
    .resize({ width: 64, height: 64, fit: 'fill' })
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = info.width * (info.pageHeight ?? info.height);
  return Array.from({ length: Math.floor(data.length / size) }, (_, at) =>
    data.subarray(at * size, (at + 1) * size).reduce((sum, alpha) => sum + alpha / 255 / size, 0),
  );
}

/** Of an animated PNG, libvips reads one picture. Where it shows nothing, others are looked at. */
async function withFrames(bytes: Uint8Array, format: ImageFormat): Promise<Uint8Array> {
  const [first = 0] = format === 'png' ? await opaqueParts(bytes, 1) : [1];
  return first >= leastOpaque ? bytes : ((await webpOfPng(bytes, framesToTry)) ?? bytes);
}

interface ShownFrame {
  /** The animation, or as much of it as libvips needs to read the frame. */
  readonly bytes: Uint8Array;
  /** From 0. */
  readonly page: number;
}

/** Which frame stands for the whole where nothing moves: the first, unless it is transparent. */
export async function shownFrame(given: Uint8Array, format: ImageFormat): Promise<ShownFrame> {
  try {
    const bytes = await withFrames(given, format);
    const { pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (pages <= 1) return { bytes, page: 0 };
    const opaque = await opaqueParts(bytes, Math.min(pages, framesToTry));
    const first = opaque.findIndex((part) => part >= leastOpaque);
    return { bytes, page: first >= 0 ? first : Math.max(0, opaque.indexOf(Math.max(...opaque))) };
  } catch {
    return { bytes: given, page: 0 };
  }
}
