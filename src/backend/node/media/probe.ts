import { z } from 'zod';
import type { MediaFormat } from '../../ports/media-format.ts';
import { type Tools, inputOf, run } from './ffmpeg.ts';

const number = z.coerce.number().positive().optional().catch(undefined);
const Stream = z.object({
  index: z.int(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  width: number,
  height: number,
  sample_aspect_ratio: z.string().optional(),
  avg_frame_rate: z.string().optional(),
  disposition: z.object({ attached_pic: z.int() }).partial().optional(),
  side_data_list: z.array(z.object({ rotation: z.number() }).partial()).optional(),
  tags: z.object({ rotate: z.coerce.number() }).partial().optional().catch(undefined),
});
const Probed = z.object({
  streams: z.array(Stream).default([]),
  format: z.object({ duration: number }).default({ duration: undefined }),
});
type Stream = z.infer<typeof Stream>;

export interface Picture {
  readonly index: number;
  /** Size in square pixels, after rotation. */
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number | null;
}
export interface Probe {
  readonly picture: Picture | null;
  readonly sound: { readonly index: number; readonly codec: string } | null;
  /** In seconds; null when the file doesn't say. */
  readonly duration: number | null;
}

function ratio(text: string | undefined, separator: ':' | '/'): number | null {
  const [over, under] = (text ?? '').split(separator).map(Number);
  return over && under && over > 0 && under > 0 ? over / under : null;
}

/** Phones store a rotated picture together with its rotation. */
function isTurned({ side_data_list: more = [], tags }: Stream): boolean {
  const degrees = more.find(({ rotation }) => rotation !== undefined)?.rotation ?? tags?.rotate ?? 0;
  return Math.abs(degrees) % 180 === 90;
}

function pictureOf(stream: Stream): Picture | null {
  const { index, width, height } = stream;
  if (!width || !height) return null;
  const wide = Math.round(width * (ratio(stream.sample_aspect_ratio, ':') ?? 1));
  const turned = isTurned(stream);
  return {
    index,
    width: turned ? height : wide,
    height: turned ? wide : height,
    framesPerSecond: ratio(stream.avg_frame_rate, '/'),
  };
}

export interface Probing {
  readonly tools: Tools;
  readonly file: string;
  readonly format: MediaFormat;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/**
 * Reads a file's streams and duration.
 * @throws MediaError when it can't be read.
 */
export async function probe({ tools, file, format, folder, signal }: Probing): Promise<Probe> {
  const args = ['-v', 'error', ...inputOf(format, file), '-show_streams', '-show_format', '-of', 'json'];
  const {
    streams,
    format: { duration },
  } = Probed.parse(JSON.parse((await run(tools.ffprobe, { args, folder, signal, seconds: 60 })).toString()));
  const video = streams.find(
    (stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1,
  );
  const sound = streams.find((stream) => stream.codec_type === 'audio');
  return {
    picture: video ? pictureOf(video) : null,
    sound: sound ? { index: sound.index, codec: sound.codec_name ?? '' } : null,
    duration: duration ?? null,
  };
}
