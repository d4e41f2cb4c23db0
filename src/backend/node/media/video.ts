import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SavedRendition, ProcessedMedia } from '../../ports/media-processor.ts';
import { bt709Tags, colourFilters, colourTable } from './film-colours.ts';
import { run } from './ffmpeg.ts';
import { type Seen, look, openAt, refuseTooLong } from './film-source.ts';
import { fitInto } from './frame-sizes.ts';
import { inputOf } from './opening.ts';
import { createPoster } from './poster.ts';
import { type Picture, probe } from './probe.ts';
import { type ProcessingContext, checkWhole, saveFile, patience } from './processing-context.ts';

/** `side` is the shorter side in pixels, `rate` is in kilobits per second. */
const sizes = [
  { side: 720, rate: 2_800 },
  { side: 480, rate: 1_400 },
] as const;
const teaserSizes = sizes.slice(-1);
/** Longer videos are also split for HLS, so that the browser can choose a size for its bandwidth. */
const hlsAfterSeconds = 180;
const hlsPieceSeconds = 6;

/** `side`: the shorter side in pixels. `rate`: the maximum in kilobits per second. */
interface Target {
  readonly name: string;
  readonly side: number;
  readonly width: number;
  readonly height: number;
  readonly rate: number;
}

const even = (value: number, atMost: number): number =>
  Math.max(2, Math.min(Math.round(value / 2), Math.floor(atMost / 2)) * 2);

/** The sizes to encode. Videos are never enlarged: a small one gets a single rendition of its own size. */
function chooseTargets(
  { width, height }: Pick<Picture, 'width' | 'height'>,
  wanted: readonly { readonly side: number; readonly rate: number }[],
): Target[] {
  const shorter = Math.min(width, height);
  const fitting = wanted.filter(({ side }) => side <= shorter);
  const chosen = fitting.length > 0 ? fitting : [{ side: even(shorter, shorter), rate: sizes[1].rate }];
  return chosen.map(({ side, rate }) => ({
    name: `${side}.mp4`,
    side,
    rate,
    width: even((width * side) / shorter, width),
    height: even((height * side) / shorter, height),
  }));
}

function encode({ picture, sound, changesSize }: Seen, target: Target): string[] {
  const { name, width, height, rate } = target;
  return [
    '-map',
    `0:${picture.index}`,
    ...(sound ? ['-map', `0:${sound.index}`, '-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000'] : []),
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '23',
    '-maxrate',
    `${rate}k`,
    '-bufsize',
    `${rate * 2}k`,
    '-profile:v',
    'high',
    ...bt709Tags,
    '-vf',
    [
      ...(picture.isInterlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
      ...(changesSize ? [fitInto(picture)] : []),
      ...colourFilters(picture.colours, picture, { width, height }),
    ].join(','),
    ...((picture.framesPerSecond ?? 0) > 60 ? ['-r', '60'] : []),
    // Regular keyframes make seeking precise, and let the video be split without re-encoding.
    '-force_key_frames',
    `expr:gte(t,n_forced*${hlsPieceSeconds / 2})`,
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    '-sn',
    '-dn',
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
    name,
  ];
}

/** Parses the `key=value` progress lines of ffmpeg. */
function parseProgress(seconds: number | null, onProgress: (part: number) => void): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    const at = lines.findLast((line) => line.startsWith('out_time_us='))?.slice('out_time_us='.length);
    if (seconds && at && Number(at) > 0) onProgress(Math.min(1, Number(at) / 1e6 / seconds));
  };
}

/**
 * Makes one segmented file with a playlist per rendition, and the master playlist. Segments are copied, not
 * re-encoded.
 */
async function cutPieces(
  processing: ProcessingContext,
  targets: readonly Target[],
  duration: number,
): Promise<SavedRendition[]> {
  const { tools, folder, work } = processing;
  const playlist = 'application/vnd.apple.mpegurl';
  const saved: SavedRendition[] = [];
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7'];
  for (const { name, side, width, height } of targets) {
    const pieces = `${side}-hls.mp4`;
    const args = [
      '-v',
      'error',
      '-nostdin',
      ...inputOf('mp4', name),
      '-map',
      '0',
      '-c',
      'copy',
      '-f',
      'hls',
      '-hls_time',
      String(hlsPieceSeconds),
      '-hls_playlist_type',
      'vod',
      '-hls_segment_type',
      'fmp4',
      '-hls_flags',
      'single_file',
      '-hls_segment_filename',
      pieces,
      `${side}.m3u8`,
    ];
    await run(tools.ffmpeg, { args, folder, signal: work.signal, seconds: patience(duration) });
    const media = await saveFile(processing, { name: pieces, width, height, mime: 'video/mp4' });
    saved.push(media, await saveFile(processing, { name: `${side}.m3u8`, width, height, mime: playlist }));
    lines.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${Math.ceil(((media.bytes * 8) / duration) * 1.5)},AVERAGE-BANDWIDTH=${Math.ceil((media.bytes * 8) / duration)},RESOLUTION=${width}x${height}`,
      `${side}.m3u8`,
    );
  }
  await writeFile(join(folder, 'hls.m3u8'), `${lines.join('\n')}\n`);
  const [largest] = targets;
  return [
    await saveFile(processing, {
      name: 'hls.m3u8',
      width: largest?.width ?? 0,
      height: largest?.height ?? 0,
      mime: playlist,
    }),
    ...saved,
  ];
}

async function writeTable(folder: string, { colours }: Picture): Promise<void> {
  const table = colourTable(colours);
  if (table) await writeFile(join(folder, table.name), table.text);
}

export async function processVideo(processing: ProcessingContext): Promise<ProcessedMedia> {
  const { tools, folder, work } = processing;
  const found = await look(processing);
  const { cut } = work;
  await writeTable(folder, found.picture);
  const targets = chooseTargets(found.picture, cut ? teaserSizes : sizes);
  const [best] = targets as [Target];
  const promised = cut ? Math.min(cut.seconds, (found.duration ?? Infinity) - cut.start) : found.duration;
  const args = [
    '-v',
    'error',
    '-nostdin',
    '-y',
    '-progress',
    'pipe:1',
    '-nostats',
    '-max_error_rate',
    '1',
    ...openAt(found, cut),
    ...targets.flatMap((target) => encode(found, target)),
  ];
  await run(tools.ffmpeg, {
    args,
    folder,
    signal: work.signal,
    seconds: patience(promised),
    onOutput: parseProgress(promised, (done) => work.progress(done * 90)),
  });
  const { duration: made } = await probe({
    tools,
    file: best.name,
    format: 'mp4',
    folder,
    signal: work.signal,
  });
  await checkWhole(processing, { format: found.format, promised, made });
  refuseTooLong(made);
  const duration = made ?? promised ?? 0;
  const smallest = targets.at(-1)?.name ?? best.name;
  const poster = await createPoster(processing, { best: best.name, smallest, duration });
  work.progress(93);
  const renditions = await Promise.all(
    targets.map(({ name, width, height }) =>
      saveFile(processing, { name, width, height, mime: 'video/mp4' }),
    ),
  );
  const pieces = duration > hlsAfterSeconds ? await cutPieces(processing, targets, duration) : [];
  return {
    width: best.width,
    height: best.height,
    duration,
    peaks: null,
    poster,
    renditions: [...pieces.slice(0, 1), ...renditions, ...pieces.slice(1)],
    asUploaded: false,
  };
}
