import { heicProfile, toSrgb } from './colour-profile.ts';
import libheif, { type HeifImage } from 'libheif-js/libheif-wasm/libheif-bundle.mjs';

/** RGBA, four bytes a pixel. */
export interface HeicPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/**
 * Decodes a HEIC picture, turned and mirrored as it says, in sRGB whatever its colors. Of several pictures (a burst), the one to show.
 * `most` bounds the pixels before any is decoded.
 * @returns null if it is damaged, `too-many-pixels` if it is too large.
 */
export async function decodeHeic(
  bytes: Uint8Array,
  most: number,
): Promise<HeicPixels | 'too-many-pixels' | null> {
  let images: HeifImage[];
  try {
    images = new (libheif().HeifDecoder)().decode(bytes);
  } catch {
    return null;
  }
  const image = images.find((each) => each.is_primary()) ?? images[0];
  if (!image) return null;
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > most) return 'too-many-pixels';
  if (width * height === 0) return null;
  const pixels = { data: new Uint8ClampedArray(width * height * 4), width, height };
  const shown = await new Promise<HeicPixels | null>((resolve) => image.display(pixels, resolve));
  const profile = heicProfile(bytes);
  if (shown && profile) toSrgb(shown.data, profile);
  return shown;
}
