import { unsupported } from '../../ports/image-format.ts';
import { MediaError, run } from './ffmpeg.ts';
import { inputOf, mostPixels } from './opening.ts';
import { type Picture, type Probe, type Sound, probe } from './probe.ts';
import { type ProcessingContext, patience, reasons, sourceFile } from './processing-context.ts';

/** What is made of an upload: the first picture and the first sound that can be decoded. */
export interface Chosen {
  /** ffmpeg's names for the file's format. */
  readonly format: string;
  readonly picture: Picture | null;
  readonly sound: Sound | null;
  /** In seconds, as the file says or ffmpeg guesses; null when neither does. */
  readonly duration: number | null;
  /** How long after the file's first track these begin, in seconds. */
  readonly lead: number;
}

const asSound = ['-ac', '2', '-ar', '48000'];
/** A lead that nobody hears or sees is left as it is. */
const shortestLead = 0.1;
/** Files that begin later than this on their own clock may count their length from its zero. */
const usualStart = 2;

type Verdict = 'decodes' | 'unknown' | 'broken';

/** Decodes the first frame of a stream, and converts it if it is sound, as the whole stream will be. */
async function tryTrack(
  { tools, folder, work }: ProcessingContext,
  { format, index, more = [] }: { format: string; index: number; more?: readonly string[] },
): Promise<Verdict> {
  const args = ['-v', 'error', '-nostdin', ...inputOf(format, sourceFile), '-map', `0:${index}`, ...more];
  const output = ['-frames', '1', '-f', 'framecrc', 'pipe:1'];
  try {
    const said = await run(tools.ffmpeg, {
      args: [...args, ...output],
      folder,
      signal: work.signal,
      seconds: patience(null),
    });
    return /^\d/m.test(said.toString()) ? 'decodes' : 'broken';
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    return /no decoder found|Decoder .*not found|Unknown decoder/i.test(error.said) ? 'unknown' : 'broken';
  }
}

function pictureRefusal({ width, height, codec }: Picture, verdict: Verdict): string {
  if (width * height > mostPixels)
    return `Its picture has ${Math.round((width * height) / 1e6)} megapixels. The most we take is ${mostPixels / 1e6}.`;
  return verdict === 'broken' && codec !== ''
    ? reasons.damaged
    : `Its picture is in a format we can’t read${codec && ` (${codec})`}. Save it as MP4 with H.264 and upload that.`;
}

async function firstPicture(processing: ProcessingContext, { format, pictures }: Probe) {
  let refusal = 'There is no picture in this video.';
  for (const [at, picture] of pictures.entries()) {
    const verdict = await tryTrack(processing, { format, index: picture.index });
    if (verdict === 'decodes') return { picture, refusal: '' };
    if (at === 0) refusal = pictureRefusal(picture, verdict);
  }
  return { picture: null, refusal };
}

async function firstSound(processing: ProcessingContext, { format, sounds }: Probe) {
  let refusal = 'There is no sound in this recording.';
  for (const [at, sound] of sounds.entries()) {
    const verdict = await tryTrack(processing, { format, index: sound.index, more: asSound });
    if (verdict === 'decodes') return { sound, refusal: '' };
    if (at === 0)
      refusal =
        verdict === 'broken' && sound.codec !== ''
          ? reasons.damaged
          : `Its sound is in a format we can’t read${sound.codec && ` (${sound.codec})`}. Save it as MP3 or M4A and upload that.`;
  }
  return { sound: null, refusal };
}

/**
 * How long the chosen tracks really are, in seconds, by reading all of the file without decoding it. Null when its
 * packets have no times.
 */
export async function readLength(
  { tools, folder, work }: ProcessingContext,
  { format, picture, sound, lead }: Omit<Chosen, 'duration'>,
): Promise<number | null> {
  const maps = [picture, sound].flatMap((track) => (track ? ['-map', `0:${track.index}`] : []));
  const args = [
    '-v',
    'error',
    '-nostdin',
    '-nostats',
    '-progress',
    'pipe:1',
    ...inputOf(format, sourceFile),
    ...maps,
    '-c',
    'copy',
    '-f',
    'null',
    '-',
  ];
  const said = await run(tools.ffmpeg, { args, folder, signal: work.signal, seconds: patience(null) });
  const last = [...said.toString().matchAll(/^out_time_us=(\d+)/gm)].at(-1)?.[1];
  return last === undefined ? null : Number(last) / 1e6 - lead;
}

const findBeginning = (tracks: readonly (Picture | Sound | null)[], start: number): number => {
  const lead = Math.min(...tracks.flatMap((track) => (track ? [track.start] : []))) - start;
  return Number.isFinite(lead) && lead > shortestLead ? lead : 0;
};

async function open({ tools, folder, source, work }: ProcessingContext): Promise<Probe> {
  try {
    return await probe({ tools, file: sourceFile, format: null, folder, signal: work.signal });
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    // What we know by its first bytes and still can't open isn't whole. Of anything else we know nothing.
    throw unsupported(source.format === null ? reasons.unreadable : reasons.damaged);
  }
}

/**
 * Finds the tracks that are used. `needed` is the one without which the file is refused; the other one may be
 * absent, and sound is all that is taken where sound is needed.
 * @throws AppError 422 `unsupported_file`
 */
export async function chooseTracks(
  processing: ProcessingContext,
  needed: 'picture' | 'sound',
): Promise<Chosen> {
  const found = await open(processing);
  const { picture, refusal } =
    needed === 'picture' ? await firstPicture(processing, found) : { picture: null, refusal: '' };
  if (refusal !== '') throw unsupported(refusal);
  const heard = await firstSound(processing, found);
  if (needed === 'sound' && !heard.sound) throw unsupported(heard.refusal);
  const lead = findBeginning([picture, heard.sound], found.start);
  const chosen = { format: found.format, picture, sound: heard.sound, lead };
  const isOdd = found.start + lead > usualStart;
  return { ...chosen, duration: isOdd ? await readLength(processing, chosen) : found.duration };
}
