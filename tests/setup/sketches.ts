import { soundNames } from '#backend/demo/people/plan.ts';
import { createHash } from 'node:crypto';
import { type SeedPictures, posterWidths } from '#backend/demo/pictures.ts';
import type { ProcessedImage } from '#backend/ports/media-processor.ts';

function sketch(picture: string, widths: readonly number[]): ProcessedImage {
  const bytes = new TextEncoder().encode(createHash('sha256').update(picture).digest('hex'));
  const rendition = (name: string, width: number) => ({
    name,
    width,
    height: width,
    mime: 'image/webp',
    bytes,
  });
  return {
    mime: 'image/webp',
    width: 1280,
    height: 960,
    placeholder: 'cGxhY2U=',
    luma: new Uint8Array(1024),
    renditions: [...widths.map((width) => rendition(`${width}.webp`, width)), rendition('blur.webp', 320)],
  };
}

/** Reads no pictures, to be fast, because they aren't tested themselves. */
export const sketches: SeedPictures = {
  picture: async (name, widths) => sketch(name, widths),
  clip: async (name) => {
    const isSound = (soundNames as readonly string[]).includes(name);
    return {
      bytes: new TextEncoder().encode(name),
      mime: isSound ? 'audio/mp4' : 'video/mp4',
      duration: name === 'tide' || name === 'hull' ? 75 : 5,
      peaks: isSound ? [10, 100, 40] : null,
      poster: isSound ? null : sketch(name, posterWidths),
    };
  },
};
