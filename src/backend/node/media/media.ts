import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type ResizeOptions, type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { limits } from '#config/limits.ts';
import { LUMA_SIDE, calculateLuma } from '../../kernel/picture-hash.ts';
import { type ImageFormat, sniffImage } from '../../ports/image-format.ts';
import { uploadedMedia } from '../../ports/uploaded-media.ts';
import type { MediaProcessor, ProcessedImage, ProcessedMedia } from '../../ports/media-processor.ts';
import { type AvifPlace, toolsForAvif, webpOfAvif } from './animated-avif.ts';
import { type Animation, frozen, movingRenditions, shownFrame, webpOfPng } from './animation.ts';
import type { Tools } from './ffmpeg.ts';
import {
  type Header,
  completed,
  damaged,
  isSlow,
  readHeader,
  readable,
  secondsAtMost,
  tooSlow,
} from './picture-header.ts';
import { processSound } from './sound.ts';
import { processVideo } from './video.ts';
import { type ProcessingContext, withProcessingContext } from './processing-context.ts';

type Rendition = ProcessedImage['renditions'][number];
/**
 * Decoded pixels in upright orientation, no larger than the largest rendition. All renditions are made from
 * these.
 */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
}

const webp = 'image/webp';
/** WebP sides are limited to 16383 pixels, so an image this many times taller than wide is scaled down. */
const tallest = 4;
/** By its message alone: sharp has no code for it. */
const isTimeout = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout');

// Use one thread per image, and don't cache decoded images.
sharp.concurrency(1);
sharp.cache(false);

/** Runs at most `slots` tasks at once, the rest in order: a decoded image may need hundreds of megabytes. */
function createQueue(slots: number) {
  let free = slots;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

const smallSize: ResizeOptions = { width: 200, height: 200 * tallest, fit: 'inside' };

async function decode(bytes: Uint8Array, size: ResizeOptions, page = 0): Promise<Pixels> {
  const { data, info } = await sharp(bytes, {
    page,
    limitInputPixels: limits.upload.imagePixels,
    failOn: 'error',
  })
    .timeout({ seconds: secondsAtMost })
    .autoOrient()
    .resize({ ...size, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw damaged();
    });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

const open = ({ data, width, height, channels }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } });

/** Effort 4, sharp's default, takes twice as long and saves only a few percent. */
const usualEffort = 2;

async function render(pixels: Pixels, width: number, effort: number): Promise<Rendition> {
  const { data, info } = await open(pixels)
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80, effort })
    .toBuffer({ resolveWithObject: true });
  return { name: `${width}.webp`, width: info.width, height: info.height, mime: webp, bytes: data };
}

/**
 * The image shown for locked content. It is reduced to 24 columns before blurring, so the original can't be
 * recovered.
 */
async function blur(small: Pixels): Promise<Rendition> {
  const tiny = await open(small)
    .resize({ width: 24, height: 24 * tallest, fit: 'inside' })
    .blur(1)
    .png()
    .toBuffer();
  const { data, info } = await sharp(tiny)
    .resize({ width: 320, height: 320 * tallest, fit: 'inside', kernel: 'cubic' })
    .blur(4)
    .webp({ quality: 40, effort: 2 })
    .toBuffer({ resolveWithObject: true });
  return { name: 'blur.webp', width: info.width, height: info.height, mime: webp, bytes: data };
}

async function placeholder(small: Pixels): Promise<string> {
  // A thumb hash encodes only a few frequencies per side; more pixels would only take longer.
  const { data, info } = await open(small)
    .resize({ width: 50, height: 50, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

async function luma(small: Pixels): Promise<Uint8Array> {
  const data = await open(small)
    .resize({ width: LUMA_SIDE, height: LUMA_SIDE, fit: 'fill' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer();
  return calculateLuma(data);
}

/** Makes the small copy that the blurred image, the placeholder and the brightness are made from. */
async function shrink(pixels: Pixels): Promise<Pixels> {
  const { data, info } = await open(pixels)
    .resize({ ...smallSize, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

interface RenditionOptions {
  readonly widths: readonly number[];
  /** The image before it was cropped. */
  readonly whole?: Pixels;
  /** Of compression, from 0, the quickest, to 6. */
  readonly effort?: number;
}

/** Makes everything that is stored for a decoded image. */
export async function createRenditions(
  pixels: Pixels,
  { widths, whole = pixels, effort = usualEffort }: RenditionOptions,
): Promise<ProcessedImage> {
  const small = await shrink(pixels);
  const renditions = await Promise.all([
    ...widths.map((width) => render(pixels, width, effort)),
    blur(small),
  ]);
  return {
    mime: webp,
    width: pixels.width,
    height: pixels.height,
    placeholder: await placeholder(small),
    luma: await luma(whole === pixels ? small : whole),
    renditions,
  };
}

/** What is stored for a picture that moves. What stands for it where nothing may move is made from one frame. */
async function movingPicture(
  bytes: Uint8Array,
  animation: Animation,
  { widths, page }: { readonly widths: readonly number[]; readonly page: number },
): Promise<ProcessedImage> {
  const width = Math.min(frozen.width, Math.max(...widths));
  const frame = await decode(bytes, { width, height: width * tallest, fit: 'inside' }, page);
  const still = await createRenditions(frame, { widths: [width] });
  const moving = await movingRenditions(bytes, animation, { widths, effort: usualEffort }).catch(
    (error: unknown) => {
      throw isTimeout(error) ? tooSlow() : damaged();
    },
  );
  const largest = moving.toSorted((a, b) => b.width - a.width)[0] ?? still;
  const renditions = [...moving, ...frozen.of(still.renditions, width)];
  return { ...still, width: largest.width, height: largest.height, renditions };
}

type Wanted = Parameters<MediaProcessor['image']>[1];

/** An animation of a format whose first picture is all that libvips reads, as WebP; null for any other. */
async function asWebp(
  bytes: Uint8Array,
  { format, animation }: { readonly format: ImageFormat; readonly animation: Animation },
  place: AvifPlace,
): Promise<Uint8Array | null> {
  if (format === 'png') return webpOfPng(bytes);
  return format === 'avif' ? webpOfAvif(bytes, animation, place) : null;
}

/** A picture that doesn't move. Of one that does, `page` is shown. */
async function stillPicture(
  bytes: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  { want, page }: { readonly want: Wanted; readonly page: number },
): Promise<ProcessedImage> {
  const largest = Math.max(...want.widths);
  const side = Math.min(largest, width, height);
  const pixels = await decode(
    bytes,
    want.square
      ? { width: side, height: side, fit: 'cover' }
      : { width: largest, height: largest * tallest, fit: 'inside' },
    page,
  );
  const whole = want.square ? await decode(bytes, smallSize, page) : pixels;
  return createRenditions(pixels, { widths: want.widths, whole });
}

/** How what is made of a picture moves. `isFrozen`: it would, but not while somebody waits. */
function findMovement(
  format: ImageFormat,
  header: Header,
  { square = false, isAwaited = false }: Wanted,
): { readonly animation: Animation | null; readonly isFrozen: boolean } {
  const isFrozen = !square && isAwaited && isSlow(format, header);
  return { animation: square || isFrozen ? null : header.animation, isFrozen };
}

async function process(
  given: Uint8Array,
  want: Wanted,
  place: Omit<AvifPlace, 'signal'>,
): Promise<ProcessedImage> {
  const format = sniffImage(given);
  const header = await readHeader(given, format, want.square);
  const whole = await completed(given, format);
  const { animation, isFrozen } = findMovement(format, header, want);
  const signal = want.signal ?? new AbortController().signal;
  const moving = animation && (await asWebp(whole, { format, animation }, { ...place, signal }));
  if (moving) return process(moving, want, place);
  const { bytes, page } = header.animation
    ? await shownFrame(readable(whole, format), format)
    : { bytes: readable(whole, format), page: 0 };
  if (animation) return movingPicture(bytes, animation, { widths: want.widths, page });
  const still = await stillPicture(bytes, header, { want, page });
  return isFrozen ? { ...still, isFrozen } : still;
}

interface MediaOptions {
  /** Images decoded at the same time. */
  readonly atOnce?: number;
  /** Called for the first video or audio file. Without tools, they are stored as uploaded. */
  readonly tools?: () => Promise<Tools | null>;
  readonly folder?: string;
}
type Process = (processing: ProcessingContext) => Promise<ProcessedMedia>;

/**
 * Processes images with sharp, video and audio with ffmpeg. Originals aren't stored: everything is re-encoded
 * from pixels and samples, without metadata.
 */
export function createMediaProcessor({
  atOnce = 2,
  tools: find = () => Promise.resolve(null),
  folder: parent = join(tmpdir(), 'limelight-media'),
}: MediaOptions = {}): MediaProcessor {
  const inTurn = createQueue(atOnce);
  let finding: Promise<Tools | null> | undefined;
  const place = { parent, tools: () => (finding ??= find()) };
  const image: MediaProcessor['image'] = (bytes, want) => inTurn(() => process(bytes, want, place));
  const by =
    (withTools: Process, without: MediaProcessor['video']): MediaProcessor['video'] =>
    async (source, work) => {
      const tools = await place.tools();
      if (!tools) return without(source, work);
      return withProcessingContext({ parent, source, signal: work.signal }, (folder) =>
        withTools({ tools, folder, source, work, image: (bytes) => image(bytes, { widths: work.widths }) }),
      );
    };
  return {
    async measure(bytes) {
      const format = sniffImage(bytes);
      const header = await readHeader(bytes, format);
      if (format === 'avif' && header.animation) await toolsForAvif(place);
      return { width: header.width, height: header.height, isSlow: isSlow(format, header) };
    },
    image,
    video: by(processVideo, uploadedMedia.video),
    audio: by(processSound, uploadedMedia.audio),
  };
}
