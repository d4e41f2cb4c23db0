import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { unsupported } from '../../ports/image-format.ts';
import type { MediaSource } from '../../ports/media-processor.ts';
import { framesAsWebp } from './animated-png.ts';
import { type Animation, widestOf } from './animation.ts';
import { type Tools, run } from './ffmpeg.ts';
import { inputOf } from './opening.ts';
import { jsonOf, tolerant } from './printed.ts';
import { sourceFile, withProcessingContext } from './processing-context.ts';

/* libvips reads only the first picture of an animated AVIF. ffmpeg reads it as the film that it is inside. */

const secondsAtMost = 120;
const framesFile = 'frames.rgba';
const quietly = ['-v', 'error', '-nostdin', '-y'];
/** How long each is shown is written into the WebP. */
const eachFrameOnce = ['-vsync', 'passthrough', '-c:v', 'rawvideo', '-f', 'rawvideo'];

export interface AvifPlace {
  readonly tools: () => Promise<Tools | null>;
  /** Where its folder is made. */
  readonly parent: string;
  readonly signal: AbortSignal;
}

/** In seconds. ffprobe says "N/A" of what a file doesn't. */
const time = z.coerce.number().catch(0);
const Packets = z.object({
  packets: tolerant(z.object({ stream_index: z.int(), pts_time: time, duration_time: time })),
});
type Packet = z.infer<typeof Packets>['packets'][number];

interface Track {
  readonly index: number;
  /** Of each frame, in milliseconds. */
  readonly delays: readonly number[];
}

function trackOf(index: number, packets: readonly Packet[]): Track {
  const inOrder = packets.toSorted((a, b) => a.pts_time - b.pts_time);
  const delays = inOrder.map(({ pts_time, duration_time }, at) =>
    Math.max(0, Math.round(((inOrder[at + 1]?.pts_time ?? pts_time + duration_time) - pts_time) * 1000)),
  );
  return { index, delays };
}

/** The track of its colors, and that of its transparency if it has one. */
async function tracksOf(tools: Tools, folder: string, signal: AbortSignal): Promise<Track[]> {
  const entries = 'packet=stream_index,pts_time,duration_time';
  const args = ['-v', 'error', ...inputOf('mov', sourceFile), '-show_entries', entries, '-of', 'json'];
  const said = (await run(tools.ffprobe, { args, folder, signal, seconds: secondsAtMost })).toString();
  return readTracks(said);
}

/**
 * The longest tracks of a file, in its order, by what ffprobe printed about its packets.
 * @throws MediaError when that isn't JSON.
 */
export function readTracks(said: string): Track[] {
  const byTrack = Map.groupBy(Packets.parse(jsonOf(said)).packets, ({ stream_index }) => stream_index);
  const tracks = [...byTrack].map(([index, packets]) => trackOf(index, packets));
  const most = Math.max(0, ...tracks.map(({ delays }) => delays.length));
  return tracks.filter(({ delays }) => delays.length === most).toSorted((a, b) => a.index - b.index);
}

/** @throws AppError 422 `unsupported_file` where there is no ffmpeg. */
export async function toolsForAvif({ tools: find }: Pick<AvifPlace, 'tools'>): Promise<Tools> {
  const tools = await find();
  if (tools) return tools;
  throw unsupported(
    'Animated AVIF files can’t be converted here. Save it as GIF, WebP or MP4 and upload the new file.',
  );
}

const asSource = (bytes: Uint8Array): MediaSource => ({
  format: null,
  bytes: bytes.byteLength,
  open: async () => new Blob([new Uint8Array(bytes)]).stream(),
});

/**
 * An animated AVIF as WebP, of which all renditions can be made.
 * @throws AppError 422 `unsupported_file`
 */
export async function webpOfAvif(
  bytes: Uint8Array,
  animation: Animation,
  place: AvifPlace,
): Promise<Uint8Array> {
  const tools = await toolsForAvif(place);
  const { parent, signal } = place;
  const width = Math.min(animation.width, widestOf(animation));
  const height = Math.max(1, Math.round((animation.height * width) / animation.width));
  return withProcessingContext({ parent, source: asSource(bytes), signal }, async (folder) => {
    const [colours, alpha] = await tracksOf(tools, folder, signal);
    if (!colours) throw unsupported('There is no picture in this AVIF.');
    const frames = colours.delays.length;
    // What was checked is one of the lists in its header. ffmpeg may have read another.
    if (frames > animation.frames)
      throw unsupported('This AVIF says of itself that it is shorter than it is. Save it again.');
    const joined = alpha ? `[0:${colours.index}][0:${alpha.index}]alphamerge` : `[0:${colours.index}]null`;
    const filters = `${joined},scale=${width}:${height},format=rgba`;
    const input = [...quietly, ...inputOf('mov', sourceFile), '-filter_complex', filters];
    // One packet may hold several pictures.
    const args = [...input, ...eachFrameOnce, '-frames:v', String(frames), framesFile];
    await run(tools.ffmpeg, { args, folder, signal, seconds: secondsAtMost });
    const pixels = await readFile(join(folder, framesFile));
    if (pixels.length < frames * width * height * 4)
      throw unsupported('This file ends before the picture does: it wasn’t copied whole. Upload it again.');
    return framesAsWebp(pixels, { width, height, delays: colours.delays, loop: 0 });
  });
}
