import { type Tools, ask } from './ffmpeg.ts';

/** Larger frames are refused before decoding: slightly more than 8K. */
export const mostPixels = 40_000_000;

/**
 * What ffmpeg opens that is no recording by itself: lists that name other files and addresses, which an untrusted
 * file must never make it read, and pictures and texts.
 */
const notRecordings =
  /^(applehttp|avisynth|bluray|concatf?|dash|dvdvideo|ffmetadata|gif|hls|image2\w*|imf|ism|lavfi|libcdio|rtp|rtsp|sap|sbg|sdp|svg|tty|vapoursynth|vobsub|webm_dash_manifest|\w+_pipe|ass|srt|webvtt|lrc|microdvd|mpl2|mpsub|pjs|realtext|sami|scc|stl|subviewer1?|vplayer|jacosub|aqtitle|tedcaptions|mcc)$/;

const lists = new Map<string, Promise<string>>();

async function listFormats({ ffmpeg }: Tools): Promise<string> {
  const { stdout } = await ask(ffmpeg, ['-hide_banner', '-demuxers'], { timeout: 20_000 });
  const names = [...stdout.matchAll(/^ D {2,3}(\S+)/gm)].flatMap(([, name = '']) => name.split(','));
  return names.filter((name) => !notRecordings.test(name)).join(',');
}

/** The names, with commas between, of the formats of recordings that this ffmpeg reads. */
export function readableFormats(tools: Tools): Promise<string> {
  const known = lists.get(tools.ffmpeg);
  if (known) return known;
  const listing = listFormats(tools);
  lists.set(tools.ffmpeg, listing);
  listing.catch(() => lists.delete(tools.ffmpeg));
  return listing;
}

/** Enough to find tracks that begin late in a file that doesn't list them, such as a television recording. */
const lookFor = ['-probesize', '50000000', '-analyzeduration', '30000000'];

const careful = (formats: string): string[] => [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  formats,
  '-max_pixels',
  String(mostPixels),
  ...lookFor,
];

/**
 * Arguments for opening an untrusted file whose format isn't known: as one of `formats`, whichever its content is,
 * and only with the file protocol, so that nothing reaches the network.
 */
export const inputOfAny = (formats: string, file: string): string[] => [
  ...careful(formats),
  '-i',
  `file:${file}`,
];

/** The same for a file of this format, under the name or names that ffmpeg has for it, such as `mp4`. */
export const inputOf = (format: string, file: string): string[] => [
  ...careful(format),
  '-f',
  format.split(',')[0] ?? format,
  '-i',
  `file:${file}`,
];
