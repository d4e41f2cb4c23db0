import { limits } from '#config/limits.ts';
import { AppError } from '../kernel/errors.ts';

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));
const startsWith = (bytes: Uint8Array, ...signature: number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

export const unsupported = (message: string) =>
  new AppError(422, 'unsupported_file', message, { errors: [{ field: 'file', message }] });

/** The brands in an ISO media file's `ftyp` box: the major brand first, then the compatible ones. */
export function readBrands(bytes: Uint8Array): string[] {
  if (ascii(bytes, 4, 8) !== 'ftyp') return [];
  const size = Math.min(((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0), bytes.byteLength, 256);
  const brands = [ascii(bytes, 8, 12)];
  for (let at = 16; at + 4 <= size; at += 4) brands.push(ascii(bytes, at, at + 4));
  return brands;
}

export function detectImageFormat(bytes: Uint8Array): ImageFormat | 'heic' | null {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'jpeg';
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp';
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'gif';
  const brands = readBrands(bytes);
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  return brands.some((brand) => /^(hei[cxsm]|hev[cxms]|mif1|msf1)$/.test(brand)) ? 'heic' : null;
}

const looksLikeSvg = (bytes: Uint8Array): boolean => /<(svg|\?xml|!doctype svg)/i.test(ascii(bytes, 0, 512));

/**
 * Detects an image's format from its first bytes, ignoring its name and declared type.
 * @throws AppError 422 `unsupported_file`, naming the actual format when that helps.
 */
export function sniffImage(bytes: Uint8Array): ImageFormat {
  const format = detectImageFormat(bytes);
  if (format === 'heic')
    throw unsupported(
      'This is a HEIC photo, which most browsers can’t show. Save it as JPEG and upload the new file.',
    );
  if (format) return format;
  if (looksLikeSvg(bytes))
    throw unsupported(
      'SVG files can contain scripts, so they aren’t accepted. Upload a JPEG, PNG, WebP, GIF or AVIF.',
    );
  throw unsupported('This isn’t a picture we can read. Upload a JPEG, PNG, WebP, GIF or AVIF.');
}

/**
 * Refuses an image by the size in its header, before decoding it.
 * @throws AppError 422 `unsupported_file`
 */
export function boundPixels(width: number, height: number): void {
  if (width * height <= limits.upload.imagePixels) return;
  const megapixels = (pixels: number) => Math.round(pixels / 1_000_000);
  throw unsupported(
    `This picture has ${megapixels(width * height)} megapixels. The maximum is ${megapixels(limits.upload.imagePixels)}. Make it smaller and upload it again.`,
  );
}
