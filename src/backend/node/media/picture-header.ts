import sharp, { type Metadata } from 'sharp';
import { limits } from '#config/limits.ts';
import { asStillAvif, readAvifSequence } from '../../ports/avif-sequence.ts';
import { type ImageFormat, boundPixels, unsupported } from '../../ports/image-format.ts';
import { hasEnd, withJpegEnd } from '../../ports/picture-end.ts';
import { type Animation, animationOfPng, findAnimation } from './animation.ts';

export const secondsAtMost = 30;
/** Of all frames together: more takes longer to convert than an upload should wait for. */
const atOncePixels = 6_000_000;

export const damaged = () =>
  unsupported('This picture is damaged or doesn’t match its type. Save it again and upload the new file.');
const cutOff = () =>
  unsupported('This file ends before the picture does: it wasn’t copied whole. Upload it again.');
export const tooSlow = () =>
  unsupported('This animation took too long to process. Make it smaller or shorter and upload it again.');

export interface Header {
  /** After rotation. */
  readonly width: number;
  readonly height: number;
  readonly animation: Animation | null;
}

/** The picture's file as libvips reads it: of an animated AVIF the first picture. */
export const readable = (bytes: Uint8Array, format: ImageFormat): Uint8Array =>
  format === 'avif' ? asStillAvif(bytes) : bytes;

/**
 * Null for any other picture, for a still one, and where no frames can be found: then its first picture is what can be shown.
 * @throws AppError 422 `unsupported_file`
 */
function headerOfMovingAvif(bytes: Uint8Array, format: ImageFormat): Header | null {
  const sequence = format === 'avif' ? readAvifSequence(bytes) : null;
  if (!sequence) return null;
  const { width, height, frames, isCut } = sequence;
  if (isCut) throw cutOff();
  if (frames <= 1 || width === 0 || height === 0) return null;
  boundPixels(width, height);
  return { width, height, animation: findAnimation({ format: 'avif', width, height, pages: frames }) };
}

/** @throws AppError 422 `unsupported_file` if it is too long or too large. */
function animationIn(bytes: Uint8Array, format: ImageFormat, header: Metadata): Animation | null {
  if (format === 'png') return animationOfPng(bytes);
  const isTurned = (header.orientation ?? 1) > 1;
  // What is turned doesn't move: no program that makes animations writes how the camera was held. Several pictures of
  // an AVIF without a sequence are no animation.
  return isTurned || format === 'avif' ? null : findAnimation({ ...header, format });
}

/**
 * Reads width and height, after rotation, from the header alone. `isStill`: of an animated AVIF, those of its first
 * picture.
 * @throws AppError 422 `unsupported_file`
 */
export async function readHeader(bytes: Uint8Array, format: ImageFormat, isStill?: boolean): Promise<Header> {
  const moving = isStill ? null : headerOfMovingAvif(bytes, format);
  if (moving) return moving;
  const header = await sharp(readable(bytes, format), { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch(() => null);
  if (!header) throw hasEnd(bytes, format) ? damaged() : cutOff();
  if ((header.format === 'heif' ? 'avif' : header.format) !== format) throw damaged();
  boundPixels(header.width, header.height);
  return { ...header.autoOrient, animation: animationIn(bytes, format, header) };
}

/**
 * The picture's file, with the end that a JPEG may lack.
 * @throws AppError 422 `unsupported_file` if more than that is missing.
 */
export async function completed(bytes: Uint8Array, format: ImageFormat): Promise<Uint8Array> {
  if (hasEnd(bytes, format)) return bytes;
  if (format !== 'jpeg') throw cutOff();
  const whole = withJpegEnd(bytes);
  const input = { limitInputPixels: limits.upload.imagePixels, failOn: 'warning' } as const;
  await sharp(whole, input)
    .timeout({ seconds: secondsAtMost })
    .stats()
    .catch(() => {
      throw cutOff();
    });
  return whole;
}

/** Whether converting it takes longer than an upload should wait for. */
export const isSlow = (format: ImageFormat, { animation }: Header): boolean =>
  animation !== null &&
  (format === 'avif' || animation.width * animation.height * animation.frames > atOncePixels);
