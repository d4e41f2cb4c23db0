import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unsupported } from '../../ports/image-format.ts';
import type { MediaSource } from '../../ports/media-processor.ts';
import { framesAsWebp } from './animated-png.ts';
import { type Animation, maxAnimationWidth } from './animation.ts';
import { type Tools, run } from './ffmpeg.ts';
import { inputOf } from './opening.ts';
import { sourceFile, withProcessingContext } from './processing-context.ts';

/* libvips reads only the first picture of an animated AVIF. ffmpeg reads it as the film that it is inside. */

const secondsAtMost = 120;
const framesFile = 'frames.rgba';
/** In bytes. */
const firstBrandAt = 8;
const quietly = ['-v', 'error', '-nostdin', '-y'];
/** How long each is shown is written into the WebP. */
const eachFrameOnce = ['-vsync', 'passthrough', '-c:v', 'rawvideo', '-f', 'rawvideo'];

export interface AvifPlace {
  readonly tools: () => Promise<Tools | null>;
  /** Where its folder is made. */
  readonly parent: string;
  readonly signal: AbortSignal;
}

interface Packet {
  /** In seconds. */
  readonly time: number;
  readonly duration: number;
}
interface Track {
  /** Among the tracks of pictures, as ffmpeg counts them: `0:v:1`. */
  readonly index: number;
  /** Of each frame, in milliseconds. */
  readonly delays: readonly number[];
}

function toTrack(index: number, packets: readonly Packet[]): Track {
  const inOrder = packets.toSorted((a, b) => a.time - b.time);
  const delays = inOrder.map(({ time, duration }, at) =>
    Math.max(0, Math.round(((inOrder[at + 1]?.time ?? time + duration) - time) * 1000)),
  );
  return { index, delays };
}

/**
 * The track of its colors, and that of its transparency if it has one. ffmpeg says so itself: one version counts the
 * still picture of an AVIF as a track and another doesn't, and ffprobe may be of another version.
 */
async function inspectTracks(tools: Tools, folder: string, signal: AbortSignal): Promise<Track[]> {
  const listed = ['-map', '0:v', '-c', 'copy', '-copyts', '-f', 'framecrc', '-'];
  const args = [...quietly, ...inputOf('mov', sourceFile), ...listed];
  return readTracks((await run(tools.ffmpeg, { args, folder, signal, seconds: secondsAtMost })).toString());
}

/**
 * The longest tracks of a file, in its order, from ffmpeg's list of its packets: lines such as `#tb 0: 1/10240` and
 * `0, 1024, 1024, 512, …` (track, decoding time, time, duration). What can't be read of a packet counts as 0.
 */
export function readTracks(said: string): Track[] {
  const seconds = new Map(
    [...said.matchAll(/^#tb (\d+): (\d+)\/([1-9]\d*)$/gm)].map(([, track, part, whole]) => [
      Number(track),
      Number(part) / Number(whole),
    ]),
  );
  const packets = [...said.matchAll(/^(\d+), *\S+, *(\S+), *(\S+),/gm)].map(([, track, time, duration]) => {
    const index = Number(track);
    const inSeconds = (count?: string) =>
      /^-?\d{1,15}$/.test(count ?? '') ? Number(count) * (seconds.get(index) ?? 0) : 0;
    return { index, time: inSeconds(time), duration: inSeconds(duration) };
  });
  const tracks = [...Map.groupBy(packets, ({ index }) => index)].map(([index, own]) => toTrack(index, own));
  const most = Math.max(0, ...tracks.map(({ delays }) => delays.length));
  return tracks.filter(({ delays }) => delays.length === most).toSorted((a, b) => a.index - b.index);
}

/** @throws AppError 422 `unsupported_file` where there is no ffmpeg. */
export async function toolsForAvif({ tools: find }: Pick<AvifPlace, 'tools'>): Promise<Tools> {
  const tools = await find();
  if (tools) return tools;
  throw unsupported(
    'Animated AVIF files can’t be converted here. Save it as GIF or WebP and upload the new file.',
  );
}

/** Named as a sequence first: of a file that calls itself a picture first, ffmpeg reads nothing else. */
function asSource(bytes: Uint8Array): MediaSource {
  const sequence = new Uint8Array(bytes);
  sequence.set(new TextEncoder().encode('avis'), firstBrandAt);
  return { format: null, bytes: bytes.byteLength, open: async () => new Blob([sequence]).stream() };
}

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
  const width = Math.min(animation.width, maxAnimationWidth(animation));
  const height = Math.max(1, Math.round((animation.height * width) / animation.width));
  return withProcessingContext({ parent, source: asSource(bytes), signal }, async (folder) => {
    const [colours, alpha] = await inspectTracks(tools, folder, signal);
    if (!colours) throw unsupported('There is no picture in this AVIF.');
    const frames = colours.delays.length;
    // What was checked is one of the lists in its header. ffmpeg may have read another.
    if (frames > animation.frames)
      throw unsupported('This AVIF says of itself that it is shorter than it is. Save it again.');
    const [picture, mask] = [colours, alpha].map((track) => track && `[0:v:${track.index}]`);
    const joined = mask ? `${picture}${mask}alphamerge` : `${picture}null`;
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
