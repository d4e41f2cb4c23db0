import type { ImageFormat } from './image-format.ts';

/** Where the compressed data of a JPEG begins, behind its header with its previews; its length if there is none. */
function jpegData(bytes: Uint8Array): number {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda)
    at += 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
  return Math.min(at, bytes.length);
}

function hasJpegEnd(bytes: Uint8Array): boolean {
  for (let at = jpegData(bytes); at + 1 < bytes.length; at += 1)
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return true;
  return false;
}

/** What a PNG ends with. */
const iend = [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];

function hasPngEnd(bytes: Uint8Array): boolean {
  let at = bytes.lastIndexOf(iend[0] as number);
  while (at > 0 && !iend.every((byte, index) => bytes[at + index] === byte))
    at = bytes.lastIndexOf(iend[0] as number, at - 1);
  return at > 0;
}

const hasWebpEnd = (bytes: Uint8Array): boolean =>
  bytes.length >= 8 + new DataView(bytes.buffer, bytes.byteOffset, 8).getUint32(4, true);

const ends: Readonly<Record<ImageFormat, (bytes: Uint8Array) => boolean>> = {
  jpeg: hasJpegEnd,
  png: hasPngEnd,
  webp: hasWebpEnd,
  gif: (bytes) => bytes.lastIndexOf(0x3b) >= bytes.length - 16,
  // Its boxes may come in any order.
  avif: () => true,
};

/** Whether the end of a picture's file is there. One without wasn't copied whole, or was written carelessly. */
export const hasEnd = (bytes: Uint8Array, format: ImageFormat): boolean => ends[format](bytes);

/** A JPEG with the marker that it lacks, as some cameras and tools leave it away. */
export function withJpegEnd(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(bytes.length + 2);
  whole.set(bytes);
  whole.set([0xff, 0xd9], bytes.length);
  return whole;
}
