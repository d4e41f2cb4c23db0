import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { type FilmName, type SoundName, filmNames } from '../../demo/people/plan.ts';
import { type SeedClip, type SeedPictures, posterWidths } from '../../demo/pictures.ts';
import type { ProcessedImage } from '../../ports/media-processor.ts';
import { type Pixels, createRenditions } from './media.ts';
import { peaks } from './seed-clips/peaks.ts';

const clipFile = (name: string): Promise<Uint8Array> =>
  readFile(new URL(`./seed-clips/${name}`, import.meta.url));
const pictureFile = (name: string): Promise<Uint8Array> =>
  readFile(new URL(`./seed-pictures/${name}.webp`, import.meta.url));
/** `poster` is the film whose picture it shows. */
const films: Readonly<Record<FilmName, { readonly seconds: number; readonly poster: FilmName }>> = {
  wheel: { seconds: 16, poster: 'wheel' },
  waves: { seconds: 20, poster: 'waves' },
  tide: { seconds: 76, poster: 'waves' },
  record: { seconds: 16, poster: 'record' },
};
const sounds: Readonly<Record<SoundName, number>> = { guitar: 16.1, piano: 14.1, hull: 80 };

async function readPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** Renders each poster once, however many videos show it. */
function createPosters(): (film: FilmName) => Promise<ProcessedImage> {
  const rendered = new Map<FilmName, Promise<ProcessedImage>>();
  const render = async (film: FilmName) =>
    createRenditions(await readPixels(sharp(await clipFile(`${film}.webp`))), { widths: posterWidths });
  return (film) => {
    const poster = rendered.get(film) ?? render(film);
    rendered.set(film, poster);
    return poster;
  };
}

async function readFilm(
  name: FilmName,
  loadPoster: (film: FilmName) => Promise<ProcessedImage>,
): Promise<SeedClip> {
  const { seconds: duration, poster: shown } = films[name];
  const [bytes, poster] = await Promise.all([clipFile(`${name}.mp4`), loadPoster(shown)]);
  return { bytes, mime: 'video/mp4', duration, poster, peaks: null };
}

async function readSound(name: SoundName): Promise<SeedClip> {
  const bytes = await clipFile(`${name}.m4a`);
  return { bytes, mime: 'audio/mp4', duration: sounds[name], poster: null, peaks: peaks[name] };
}

const isFilm = (name: FilmName | SoundName): name is FilmName =>
  (filmNames as readonly string[]).includes(name);

/**
 * A picture in these widths, the largest of them as it is in its file. Where the first start waits for hundreds, less
 * effort to make the others smaller is enough.
 */
async function readPicture(name: string, widths: readonly number[]): Promise<ProcessedImage> {
  const bytes = await pictureFile(name);
  const pixels = await readPixels(sharp(bytes));
  const largest = Math.max(...widths);
  const smaller = await createRenditions(pixels, {
    widths: widths.filter((width) => width < largest),
    effort: 0,
  });
  const { width, height, mime } = smaller;
  return {
    ...smaller,
    renditions: [{ name: `${largest}.webp`, width, height, mime, bytes }, ...smaller.renditions],
  };
}

/** Reads the demo data's pictures and clips. */
export function createSeedPictures(): SeedPictures {
  const loadPoster = createPosters();
  return {
    picture: readPicture,
    clip: (name) => (isFilm(name) ? readFilm(name, loadPoster) : readSound(name)),
  };
}
