import { rgbaToThumbHash } from 'thumbhash';
import { LUMA_SIDE, calculateLuma } from '#backend/kernel/picture-hash.ts';
import { boundPixels, sniffImage, unsupported } from '#backend/ports/image-format.ts';
import type { MediaProcessor, ProcessedImage } from '#backend/ports/media-processor.ts';
import { uploadedMedia } from '#backend/ports/uploaded-media.ts';
import { readPixelSize } from './image-header.ts';

type Rendition = ProcessedImage['renditions'][number];
interface Size {
  readonly width: number;
  readonly height: number;
}

const webp = 'image/webp';
/** As on the server: an image this many times taller than wide is scaled down. */
const tallest = 4;
const damaged = () =>
  unsupported('This picture is damaged or doesn’t match its type. Save it again and upload the new file.');

/** The largest size with the same proportions within the bounds, never larger than the original. */
function fit(size: Size, within: Size): Size {
  const scale = Math.min(1, within.width / size.width, within.height / size.height);
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}

interface Drawing {
  readonly source: CanvasImageSource & Size;
  readonly crop?: { x: number; y: number; side: number } | undefined;
}

function draw({ source, crop }: Drawing, size: Size, blur = 0): OffscreenCanvas {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no pictures off screen');
  context.imageSmoothingQuality = 'high';
  if (blur > 0) context.filter = `blur(${blur}px)`;
  const from = crop ?? { x: 0, y: 0, side: 0 };
  context.drawImage(
    source,
    from.x,
    from.y,
    crop ? crop.side : source.width,
    crop ? crop.side : source.height,
    0,
    0,
    size.width,
    size.height,
  );
  return canvas;
}

async function encode(canvas: OffscreenCanvas, name: string, quality: number): Promise<Rendition> {
  const blob = await canvas.convertToBlob({ type: webp, quality });
  // Browsers that can't encode WebP return PNG. The name goes into the URL, the actual type into `mime`.
  return {
    name,
    width: canvas.width,
    height: canvas.height,
    mime: blob.type,
    bytes: new Uint8Array(await blob.arrayBuffer()),
  };
}

/** The image shown for locked content, reduced to 24 columns. */
function blurred(picture: OffscreenCanvas): Promise<Rendition> {
  const tiny = draw({ source: picture }, fit(picture, { width: 24, height: 24 * tallest }));
  const scale = Math.min(320 / tiny.width, (320 * tallest) / tiny.height);
  return encode(
    draw(
      { source: tiny },
      { width: Math.round(tiny.width * scale), height: Math.round(tiny.height * scale) },
      4,
    ),
    'blur.webp',
    0.4,
  );
}

function readPixels(drawing: OffscreenCanvas): Uint8ClampedArray {
  const pixels = drawing.getContext('2d')?.getImageData(0, 0, drawing.width, drawing.height);
  if (!pixels) throw new Error('a drawing can’t be read back');
  return pixels.data;
}

function createPlaceholder(picture: OffscreenCanvas): string {
  const small = draw({ source: picture }, fit(picture, { width: 100, height: 100 }));
  return btoa(String.fromCharCode(...rgbaToThumbHash(small.width, small.height, readPixels(small))));
}

/** In two steps, as on the server: browsers skip pixels when they reduce a picture a hundredfold at once. */
function lumaFrom(source: Drawing['source']): Uint8Array {
  const small = draw({ source }, fit(source, { width: 200, height: 200 * tallest }));
  return calculateLuma(readPixels(draw({ source: small }, { width: LUMA_SIDE, height: LUMA_SIDE })));
}

/** Reads the size from the header alone. */
function measure(bytes: Uint8Array): Size {
  const header = readPixelSize(bytes, sniffImage(bytes));
  if (!header) throw damaged();
  boundPixels(header.width, header.height);
  return header;
}

/** Decodes an image, rotated and cropped as requested, no larger than the largest rendition. */
async function open(
  bytes: Uint8Array<ArrayBuffer>,
  want: { largest: number; square: boolean },
): Promise<{ picture: OffscreenCanvas; luma: Uint8Array }> {
  const format = sniffImage(bytes);
  measure(bytes);
  const bitmap = await createImageBitmap(new Blob([bytes], { type: `image/${format}` }), {
    imageOrientation: 'from-image',
  }).catch(() => {
    throw damaged();
  });
  try {
    const shortest = Math.min(bitmap.width, bitmap.height);
    const side = Math.min(want.largest, shortest);
    const crop = {
      x: Math.floor((bitmap.width - shortest) / 2),
      y: Math.floor((bitmap.height - shortest) / 2),
      side: shortest,
    };
    const picture = want.square
      ? draw({ source: bitmap, crop }, { width: side, height: side })
      : draw({ source: bitmap }, fit(bitmap, { width: want.largest, height: want.largest * tallest }));
    return { picture, luma: lumaFrom(bitmap) };
  } finally {
    bitmap.close();
  }
}

async function process(
  bytes: Uint8Array,
  want: { widths: readonly number[]; square?: boolean },
): Promise<ProcessedImage> {
  const { picture, luma } = await open(new Uint8Array(bytes), {
    largest: Math.max(...want.widths),
    square: want.square ?? false,
  });
  const render = (width: number) =>
    encode(draw({ source: picture }, fit(picture, { width, height: Infinity })), `${width}.webp`, 0.8);
  const renditions = await Promise.all([...want.widths.map(render), blurred(picture)]);
  return {
    mime: webp,
    width: picture.width,
    height: picture.height,
    placeholder: createPlaceholder(picture),
    luma,
    renditions,
  };
}

/**
 * Processes images with the browser's canvas, refusing the same files as the server. Originals aren't stored.
 */
export const createBrowserMedia = (): MediaProcessor => ({
  ...uploadedMedia,
  // A canvas takes the first frame.
  measure: async (bytes) => ({ ...measure(bytes), isSlow: false }),
  image: process,
});
