import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { ClipName } from '../../demo/people/plan.ts';
import type { SeedClip, SeedPictures } from '../../demo/pictures.ts';
import { renditionsOf } from './media.ts';
import { asPrint } from './film-print.ts';
import { peaks } from './seed-clips/peaks.ts';

const clipFile = (name: string): Promise<Uint8Array> =>
  readFile(new URL(`./seed-clips/${name}`, import.meta.url));
/** Durations are in seconds. */
const clips = {
  wheel: { ending: 'mp4', duration: 16 },
  waves: { ending: 'mp4', duration: 20 },
  tide: { ending: 'mp4', duration: 76 },
  record: { ending: 'mp4', duration: 16 },
  guitar: { ending: 'm4a', duration: 16.1 },
  piano: { ending: 'm4a', duration: 14.1 },
  hull: { ending: 'm4a', duration: 80 },
} as const satisfies Record<ClipName, { ending: 'mp4' | 'm4a'; duration: number }>;

async function readClip(name: ClipName): Promise<SeedClip> {
  const { ending, duration } = clips[name];
  const bytes = await clipFile(`${name}.${ending}`);
  if (name === 'guitar' || name === 'piano' || name === 'hull')
    return { bytes, mime: 'audio/mp4', duration, poster: null, peaks: peaks[name] };
  return { bytes, mime: 'video/mp4', duration, poster: await clipFile(`${name}.webp`), peaks: null };
}

/** Renders the demo data's pictures and reads its clips. They bypass uploading, which refuses SVG. */
export function createSeedPictures(): SeedPictures {
  return {
    async draw(svg, { widths, finish }) {
      const drawn = sharp(Buffer.from(svg)).flatten({ background: '#ffffff' });
      const { data, info } = await (finish === 'film' ? await asPrint(drawn) : drawn)
        .raw()
        .toBuffer({ resolveWithObject: true });
      const pixels = { data, width: info.width, height: info.height, channels: info.channels };
      // The first start waits for hundreds of these, and flat drawings stay small.
      return renditionsOf(pixels, { widths, effort: 0 });
    },
    clip: readClip,
  };
}
