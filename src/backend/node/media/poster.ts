import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unsupported } from '../../ports/image-format.ts';
import type { ProcessedImage } from '../../ports/media-processor.ts';
import { TooSlow, run } from './ffmpeg.ts';
import { inputOf } from './opening.ts';
import type { ProcessingContext } from './processing-context.ts';

/** Besides the first frame. */
const samples = 10;
/** How far a film is read frame by frame when no sample shows anything. */
const secondsOfSearch = 120;
/** Frames are judged at this size, in RGB. */
const [columns, rows] = [64, 36] as const;
const frameBytes = columns * rows * 3;
/** What shows less than this, such as black or a faint noise, isn't taken if another frame shows more. */
const leastShown = 12;
/** The first frame this close to the best one is taken: a poster shouldn't give the end away. */
const goodEnough = 0.75;

/** A rendition to take the poster from, and one of the same film that is quicker to decode. */
export interface PosterSource {
  readonly best: string;
  readonly smallest: string;
  /** In seconds. The picture may end before it. */
  readonly duration: number;
}
/** Filters and position that lead to one frame. */
interface Place {
  readonly seek: readonly string[];
  readonly filters: readonly string[];
  readonly shown: number;
}

/** How much a frame of RGB pixels shows: its contrast, and to a lesser degree its brightness. 0 is black. */
export function shownBy(rgb: Uint8Array): number {
  const pixels = rgb.length / 3;
  let [sum, squares] = [0, 0];
  for (let at = 0; at + 2 < rgb.length; at += 3) {
    const light =
      0.2126 * (rgb[at] as number) + 0.7152 * (rgb[at + 1] as number) + 0.0722 * (rgb[at + 2] as number);
    sum += light;
    squares += light * light;
  }
  const mean = sum / pixels;
  return Math.sqrt(Math.max(0, squares / pixels - mean * mean)) + mean / 4;
}

/** Every rendition is made in BT.709. */
const toRgb = 'in_color_matrix=bt709:in_range=tv';
const small = `scale=${columns}:${rows}:${toRgb}`;
const asPixels = ['-pix_fmt', 'rgb24', '-c:v', 'rawvideo', '-f', 'rawvideo'];
const quietly = ['-v', 'error', '-nostdin'];

/**
 * Looks at frames spread over the whole film, in their order. Beyond the end of the picture there are none. One process
 * reads them all: starting one takes longer than decoding a frame.
 */
async function sample(
  { tools, folder, work }: ProcessingContext,
  { smallest, duration }: PosterSource,
): Promise<Place[]> {
  const seeks = Array.from({ length: samples + 1 }, (_, at) =>
    at === 0 ? [] : ['-ss', ((duration * (at - 0.5)) / samples).toFixed(3)],
  );
  const sampleName = (at: number) => `sample-${at}.rgb`;
  const args = [
    ...quietly,
    '-y',
    ...seeks.flatMap((seek) => [...seek, '-threads', '1', ...inputOf('mp4', smallest)]),
    ...seeks.flatMap((_, at) => [
      '-map',
      `${at}:v:0`,
      '-vf',
      small,
      '-frames:v',
      '1',
      ...asPixels,
      sampleName(at),
    ]),
  ];
  await run(tools.ffmpeg, { args, folder, signal: work.signal, seconds: 120 });
  const frames = await Promise.all(seeks.map((_, at) => readFile(join(folder, sampleName(at)))));
  return frames.flatMap((frame, at) =>
    frame.length === frameBytes ? [{ seek: seeks[at] ?? [], filters: [], shown: shownBy(frame) }] : [],
  );
}

/** Looks at every frame, as far as that takes no longer than `secondsOfSearch`. */
async function search(
  { tools, folder, work }: ProcessingContext,
  { smallest }: PosterSource,
): Promise<Place | null> {
  let rest: Buffer = Buffer.alloc(0);
  let [seen, best, shown] = [0, -1, -1];
  const look = (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (; rest.length >= frameBytes; rest = rest.subarray(frameBytes), seen += 1) {
      const found = shownBy(rest.subarray(0, frameBytes));
      if (found > shown) [best, shown] = [seen, found];
    }
  };
  // With even times, no frame is left out or doubled.
  const filters = `setpts=N/25/TB,${small}`;
  const input = [...quietly, ...inputOf('mp4', smallest), '-map', '0:v:0'];
  const args = [...input, '-vf', filters, '-r', '25', ...asPixels, 'pipe:1'];
  try {
    await run(tools.ffmpeg, {
      args,
      folder,
      signal: work.signal,
      seconds: secondsOfSearch,
      onOutput: look,
    });
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error;
  }
  return best < 0 ? null : { seek: [], filters: [`select=eq(n\\,${best})`], shown };
}

async function choosePlace(processing: ProcessingContext, source: PosterSource): Promise<Place | null> {
  const places = await sample(processing, source);
  const most = Math.max(0, ...places.map(({ shown }) => shown));
  if (most >= leastShown) return places.find(({ shown }) => shown >= most * goodEnough) ?? null;
  return search(processing, source);
}

/**
 * Makes the poster from a frame that shows something: one of some spread over the film or, if all of those are dark,
 * the one that shows most.
 * @throws AppError 422 `unsupported_file` if there is no frame at all.
 */
export async function createPoster(
  processing: ProcessingContext,
  source: PosterSource,
): Promise<ProcessedImage> {
  const { tools, folder, work, image } = processing;
  const place = await choosePlace(processing, source);
  if (!place) throw unsupported('There is no picture in this video.');
  const args = [
    ...quietly,
    ...place.seek,
    ...inputOf('mp4', source.best),
    '-map',
    '0:v:0',
    '-vf',
    [...place.filters, `scale=${toRgb}`].join(','),
    '-frames:v',
    '1',
    '-pix_fmt',
    'rgb24',
    '-c:v',
    'png',
    '-f',
    'image2pipe',
    'pipe:1',
  ];
  return image(await run(tools.ffmpeg, { args, folder, signal: work.signal, seconds: secondsOfSearch * 2 }));
}
