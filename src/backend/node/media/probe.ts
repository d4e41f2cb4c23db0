import { z } from 'zod';
import type { DolbyVision } from '../../ports/dolby-vision.ts';
import type { Colours } from './film-colours.ts';
import { type Tools, run } from './ffmpeg.ts';
import { parsePrinted, tolerant } from './printed.ts';
import { inputOf, inputOfAny, readableFormats } from './opening.ts';

/* What ffprobe prints is only as good as the file: it says "N/A", "unknown" or nothing, and other versions of it say things
 * in other ways. Each value that can't be read counts as unknown, so that none of them ever keeps a file from being read. */

const number = z.coerce.number().positive().optional().catch(undefined);
const anyNumber = z.coerce.number().optional().catch(undefined);
const text = z.string().optional().catch(undefined);
const int = z.int().optional().catch(undefined);
const Stream = z.object({
  index: z.int().nonnegative(),
  codec_type: text,
  codec_name: text,
  profile: text,
  width: number,
  height: number,
  sample_aspect_ratio: text,
  avg_frame_rate: text,
  color_space: text,
  color_transfer: text,
  color_primaries: text,
  color_range: text,
  field_order: text,
  start_time: anyNumber,
  disposition: z.object({ attached_pic: int, timed_thumbnails: int }).optional().catch(undefined),
  side_data_list: tolerant(
    z.object({
      rotation: z.number().optional().catch(undefined),
      dv_profile: int,
      dv_bl_signal_compatibility_id: int,
    }),
  ),
  tags: z
    .object({ rotate: z.coerce.number().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
const Probed = z.object({
  streams: tolerant(Stream),
  format: z
    .object({ format_name: z.string().catch(''), duration: number, start_time: anyNumber })
    .catch({ format_name: '', duration: undefined, start_time: undefined }),
});
type Stream = z.infer<typeof Stream>;

interface Track {
  /** Number of the stream in its file. */
  readonly index: number;
  /** ffmpeg's name for it; empty when it has none. */
  readonly codec: string;
  /** Where it begins on the file's clock, in seconds. */
  readonly start: number;
}
export interface Picture extends Track {
  /** Size in square pixels, after rotation. */
  readonly width: number;
  readonly height: number;
  readonly isTurned: boolean;
  readonly framesPerSecond: number | null;
  readonly colours: Colours;
  readonly dolbyVision: DolbyVision | null;
  /** Whether a frame is two half pictures, taken one after the other. */
  readonly isInterlaced: boolean;
}
export interface Sound extends Track {
  readonly profile: string;
}
export interface Probe {
  /** ffmpeg's names for the format, with commas between. */
  readonly format: string;
  /** In the order of the file, without covers and other still pictures beside the recording. */
  readonly pictures: readonly Picture[];
  readonly sounds: readonly Sound[];
  /** Where the file's clock begins, in seconds. */
  readonly start: number;
  /** In seconds, as the file says or ffmpeg guesses; null when neither does. */
  readonly duration: number | null;
}

function ratio(text: string | undefined, separator: ':' | '/'): number | null {
  const [over, under] = (text ?? '').split(separator).map(Number);
  return over && under && over > 0 && under > 0 ? over / under : null;
}

/** Phones store a rotated picture together with its rotation. */
function isTurned({ side_data_list: more, tags }: Stream): boolean {
  const degrees = more.find(({ rotation }) => rotation !== undefined)?.rotation ?? tags?.rotate ?? 0;
  return Math.abs(degrees) % 180 === 90;
}

function findDolbyVision({ side_data_list: more }: Stream): DolbyVision | null {
  const found = more.find(({ dv_profile }) => dv_profile !== undefined);
  if (found?.dv_profile === undefined) return null;
  return { profile: found.dv_profile, compatibility: found.dv_bl_signal_compatibility_id ?? 0 };
}

const toTrack = ({ index, codec_name, start_time }: Stream): Track => ({
  index,
  codec: codec_name === undefined || codec_name === 'unknown' || codec_name === 'none' ? '' : codec_name,
  start: start_time ?? 0,
});

function toPicture(stream: Stream): Picture {
  const { width = 0, height = 0 } = stream;
  const wide = Math.round(width * (ratio(stream.sample_aspect_ratio, ':') ?? 1));
  const turned = isTurned(stream);
  return {
    ...toTrack(stream),
    width: turned ? height : wide,
    height: turned ? wide : height,
    isTurned: turned,
    framesPerSecond: ratio(stream.avg_frame_rate, '/'),
    colours: {
      matrix: stream.color_space,
      transfer: stream.color_transfer,
      primaries: stream.color_primaries,
      range: stream.color_range,
    },
    dolbyVision: findDolbyVision(stream),
    isInterlaced: /^[tb][tb]$/.test(stream.field_order ?? ''),
  };
}

const isBeside = ({ disposition = {} }: Stream): boolean =>
  disposition.attached_pic === 1 || disposition.timed_thumbnails === 1;

export interface Probing {
  readonly tools: Tools;
  readonly file: string;
  /** The format that it has; null to find out. */
  readonly format: string | null;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/**
 * Reads a file's streams and duration.
 * @throws MediaError when it can't be read.
 */
export async function probe({ tools, file, format: given, folder, signal }: Probing): Promise<Probe> {
  const input = given === null ? inputOfAny(await readableFormats(tools), file) : inputOf(given, file);
  const args = ['-v', 'error', ...input, '-show_streams', '-show_format', '-of', 'json'];
  return readProbe((await run(tools.ffprobe, { args, folder, signal, seconds: 120 })).toString());
}

/**
 * What ffprobe printed about a file.
 * @throws MediaError when it isn't JSON.
 */
export function readProbe(said: string): Probe {
  const { streams, format } = Probed.parse(parsePrinted(said));
  const ofType = (type: string) => streams.filter(({ codec_type }) => codec_type === type);
  return {
    format: format.format_name,
    pictures: ofType('video')
      .filter((stream) => !isBeside(stream))
      .map(toPicture),
    sounds: ofType('audio').map((stream) => ({ ...toTrack(stream), profile: stream.profile ?? '' })),
    start: format.start_time ?? 0,
    duration: format.duration ?? null,
  };
}
