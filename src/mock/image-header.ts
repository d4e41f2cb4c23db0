import type { ImageFormat } from '#backend/ports/image-format.ts';

/** As stored in the file, before rotation. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const tag = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

const ofPng = (bytes: Uint8Array): PixelSize => ({
  width: view(bytes).getUint32(16),
  height: view(bytes).getUint32(20),
});
const ofGif = (bytes: Uint8Array): PixelSize => ({
  width: view(bytes).getUint16(6, true),
  height: view(bytes).getUint16(8, true),
});

/** Frame headers have the markers C0 to CF, except the three that define tables. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function ofJpeg(bytes: Uint8Array): PixelSize {
  const data = view(bytes);
  let at = 2;
  while (data.getUint8(at) === 0xff) {
    const marker = data.getUint8(at + 1);
    if (isFrame(marker)) return { width: data.getUint16(at + 7), height: data.getUint16(at + 5) };
    // There may be any number of fill bytes between markers.
    at += marker === 0xff ? 1 : 2 + data.getUint16(at + 2);
  }
  throw new RangeError('no frame in a JPEG');
}

function ofWebp(bytes: Uint8Array): PixelSize {
  const data = view(bytes);
  const kind = tag(bytes, 12);
  if (kind === 'VP8X')
    return {
      width: 1 + (data.getUint32(24, true) & 0xff_ff_ff),
      height: 1 + (data.getUint32(27, true) & 0xff_ff_ff),
    };
  if (kind === 'VP8L') {
    const packed = data.getUint32(21, true);
    return { width: 1 + (packed & 0x3f_ff), height: 1 + ((packed >>> 14) & 0x3f_ff) };
  }
  return { width: data.getUint16(26, true) & 0x3f_ff, height: data.getUint16(28, true) & 0x3f_ff };
}

/** AVIF stores sizes in its items' `ispe` boxes near the beginning. The largest is the image's. */
function ofAvif(bytes: Uint8Array): PixelSize {
  const data = view(bytes);
  let found: PixelSize = { width: 0, height: 0 };
  for (let at = 4; at + 16 <= Math.min(bytes.byteLength, 65_536); at += 1) {
    if (tag(bytes, at) !== 'ispe') continue;
    const size = { width: data.getUint32(at + 8), height: data.getUint32(at + 12) };
    if (size.width * size.height > found.width * found.height) found = size;
  }
  if (found.width === 0) throw new RangeError('no size in an AVIF');
  return found;
}

const readers: Readonly<Record<ImageFormat, (bytes: Uint8Array) => PixelSize>> = {
  png: ofPng,
  gif: ofGif,
  jpeg: ofJpeg,
  webp: ofWebp,
  avif: ofAvif,
};

/** Width and height from the header alone. Null when the header is truncated or has no size. */
export function readPixelSize(bytes: Uint8Array, format: ImageFormat): PixelSize | null {
  try {
    const size = readers[format](bytes);
    return size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
