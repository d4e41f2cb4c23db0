import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type ResizeOptions, type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { limits } from '#config/limits.ts';
import { boundPixels, sniffImage, unsupported } from '../../ports/image-format.ts';
import { uploadedMedia } from '../../ports/uploaded-media.ts';
import type { MediaProcessor, ProcessedImage, ProcessedMedia } from '../../ports/media-processor.ts';
import type { Tools } from './ffmpeg.ts';
import { processSound } from './sound.ts';
import { processVideo } from './video.ts';
import { type ProcessingContext, withProcessingContext } from './processing-context.ts';

type Rendition = ProcessedImage['renditions'][number];
/** Decoded pixels, upright, no larger than the largest rendition; everything else is made from these. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
}

const webp = 'image/webp';
/** WebP can't be larger than 16383 either way; a strip this much taller than wide is scaled down instead. */
const tallest = 4;
const secondsAtMost = 30;
const damaged = () =>
  unsupported('This picture is damaged or doesn’t match its type. Save it again and upload the new file.');

// One picture uses one thread, several pictures several; decoded pictures aren't kept.
sharp.concurrency(1);
sharp.cache(false);

/** At most `slots` at a time, the rest wait in turn: a decoded picture may need hundreds of megabytes. */
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

/** Width and height as they will be shown, read from the header alone. */
async function readHeader(bytes: Uint8Array, format: string): Promise<{ width: number; height: number }> {
  const header = await sharp(bytes, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch(() => null);
  if (!header || (header.format === 'heif' ? 'avif' : header.format) !== format) throw damaged();
  boundPixels(header.width, header.height);
  return header.autoOrient;
}

async function decode(bytes: Uint8Array, size: ResizeOptions): Promise<Pixels> {
  const { data, info } = await sharp(bytes, { limitInputPixels: limits.upload.imagePixels, failOn: 'error' })
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

async function render(pixels: Pixels, width: number): Promise<Rendition> {
  // Effort 4, the default, takes twice the time of 2 and saves a few hundredths of the bytes.
  const { data, info } = await open(pixels)
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer({ resolveWithObject: true });
  return { name: `${width}.webp`, width: info.width, height: info.height, mime: webp, bytes: data };
}

/**
 * What a locked item shows. Only 24 columns of the picture are left in it, whatever is done to it afterwards.
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
  // A thumb hash holds a few waves a side: more pixels than these only take longer.
  const { data, info } = await open(small)
    .resize({ width: 50, height: 50, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

/** What the smallest things are made from. */
async function shrink(pixels: Pixels): Promise<Pixels> {
  const { data, info } = await open(pixels)
    .resize({ width: 200, height: 200 * tallest, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** Everything that is stored of a decoded picture. */
export async function renditionsOf(pixels: Pixels, widths: readonly number[]): Promise<ProcessedImage> {
  const small = await shrink(pixels);
  const renditions = await Promise.all([...widths.map((width) => render(pixels, width)), blur(small)]);
  return {
    mime: webp,
    width: pixels.width,
    height: pixels.height,
    placeholder: await placeholder(small),
    renditions,
  };
}

async function process(
  bytes: Uint8Array,
  want: { widths: readonly number[]; square?: boolean },
): Promise<ProcessedImage> {
  const header = await readHeader(bytes, sniffImage(bytes));
  const largest = Math.max(...want.widths);
  const side = Math.min(largest, header.width, header.height);
  const pixels = await decode(
    bytes,
    want.square
      ? { width: side, height: side, fit: 'cover' }
      : { width: largest, height: largest * tallest, fit: 'inside' },
  );
  return renditionsOf(pixels, want.widths);
}

interface MediaOptions {
  /** Pictures decoded at a time. */
  readonly atOnce?: number;
  /** Asked for when the first recording comes. None: recordings stay as they were uploaded. */
  readonly tools?: () => Promise<Tools | null>;
  /** Where recordings lie while they are worked on. */
  readonly folder?: string;
}
type Process = (processing: ProcessingContext) => Promise<ProcessedMedia>;

/**
 * Pictures by sharp, recordings by ffmpeg. Nothing of an original is kept: what is stored is made anew from
 * its pixels and samples, without its metadata.
 */
export function createMediaProcessor({
  atOnce = 2,
  tools: find = () => Promise.resolve(null),
  folder: parent = join(tmpdir(), 'limelight-media'),
}: MediaOptions = {}): MediaProcessor {
  const inTurn = createQueue(atOnce);
  const image: MediaProcessor['image'] = (bytes, want) => inTurn(() => process(bytes, want));
  let finding: Promise<Tools | null> | undefined;
  const by =
    (withTools: Process, without: MediaProcessor['video']): MediaProcessor['video'] =>
    async (source, work) => {
      const tools = await (finding ??= find());
      if (!tools) return without(source, work);
      return withProcessingContext({ parent, source, signal: work.signal }, (folder) =>
        withTools({ tools, folder, source, work, image: (bytes) => image(bytes, { widths: work.widths }) }),
      );
    };
  return {
    measure: (bytes) => readHeader(bytes, sniffImage(bytes)),
    image,
    video: by(processVideo, uploadedMedia.video),
    audio: by(processSound, uploadedMedia.audio),
  };
}
