import { limits } from '#config/limits.ts';
import { isVoiceTooLong, voiceTooLongText } from '#lib/voice/voice-length.ts';
import { unsupported } from '../../ports/image-format.ts';
import type { MediaTask, ProcessedMedia } from '../../ports/media-processor.ts';
import { MediaError, run } from './ffmpeg.ts';
import { inputOf } from './opening.ts';
import { type Sound, probe } from './probe.ts';
import {
  type ProcessingContext,
  checkWhole,
  saveFile,
  patience,
  sourceFile,
  tooLong,
} from './processing-context.ts';
import { type Chosen, chooseTracks, readLength } from './tracks.ts';

const bars = 200;
const samplesPerSecond = 8_000;

/** Computes a waveform: the peak sample of each bar, scaled so that the loudest is 100. */
export function createPeaks(seconds: number): { add(chunk: Buffer): void; peaks(): number[] } {
  const loudest = new Uint16Array(bars);
  const perBar = Math.max(1, (seconds * samplesPerSecond) / bars);
  let [count, odd]: [number, Buffer] = [0, Buffer.alloc(0)];
  return {
    add(chunk) {
      const data = odd.length > 0 ? Buffer.concat([odd, chunk]) : chunk;
      for (let at = 0; at + 2 <= data.length; at += 2, count += 1) {
        const bar = Math.min(bars - 1, Math.floor(count / perBar));
        const value = Math.abs(data.readInt16LE(at));
        if (value > (loudest[bar] ?? 0)) loudest[bar] = value;
      }
      odd = data.subarray(data.length - (data.length % 2));
    },
    peaks() {
      const most = Math.max(1, ...loudest);
      return Array.from(loudest, (value) => Math.round((value * 100) / most));
    },
  };
}

interface Way {
  readonly name: string;
  readonly mime: string;
  readonly args: readonly string[];
}

const asMp3: Way = {
  name: 'sound.mp3',
  mime: 'audio/mpeg',
  args: ['-c:a', 'copy', '-f', 'mp3', '-id3v2_version', '0', '-write_id3v1', '0'],
};
const asAac = (args: readonly string[]): Way => ({
  name: 'sound.m4a',
  mime: 'audio/mp4',
  args: ['-c:a', ...args, '-movflags', '+faststart', '-f', 'ipod'],
});

/** The kinds of AAC that every browser plays. Newer ones share nothing but the name. */
const commonAac = /^(LC|HE-AAC(v2)?)$/;

/** MP3 and AAC play everywhere, so they are only repackaged without text and pictures. */
function findCopyWay({ codec, profile }: Sound): Way | null {
  if (codec === 'mp3') return asMp3;
  return codec === 'aac' && commonAac.test(profile) ? asAac(['copy']) : null;
}

/** Speech, which has a limit of its own, needs less than music. */
const converted = ({ maxSeconds }: MediaTask): Way =>
  asAac(
    maxSeconds === undefined
      ? ['aac', '-b:a', '160k', '-ac', '2', '-ar', '48000']
      : ['aac', '-b:a', '64k', '-ac', '1', '-ar', '48000'],
  );

const isTooLong = (seconds: number, { maxSeconds }: MediaTask): boolean =>
  seconds > limits.upload.recordingSeconds ||
  (maxSeconds !== undefined && isVoiceTooLong(seconds, maxSeconds));

/** @throws AppError 422 `unsupported_file` */
function boundLength(seconds: number | null, work: MediaTask): void {
  if (isTooLong(seconds ?? 0, work))
    throw unsupported(work.maxSeconds === undefined ? tooLong : voiceTooLongText(work.maxSeconds));
}

interface PlayableSound {
  readonly name: string;
  readonly mime: string;
  readonly format: 'mp3' | 'm4a';
  readonly duration: number;
}

async function write(
  { tools, folder, work }: ProcessingContext,
  { format, sound, lead, duration }: Chosen & { readonly sound: Sound },
  { name, args: way }: Way,
): Promise<void> {
  const { signal, maxSeconds } = work;
  const args = [
    '-v',
    'error',
    '-nostdin',
    '-y',
    '-max_error_rate',
    '1',
    ...(lead > 0 ? ['-itsoffset', String(-lead)] : []),
    ...inputOf(format, sourceFile),
    '-map',
    `0:${sound.index}`,
    '-vn',
    '-sn',
    '-dn',
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    // Enough to see that it is too long, when its headers don't say.
    '-t',
    String((maxSeconds ?? limits.upload.recordingSeconds) + 5),
    ...way,
    name,
  ];
  await run(tools.ffmpeg, { args, folder, signal, seconds: patience(duration) });
}

/** Some sounds that play can't be repackaged as they are. */
async function firstThatWorks(ways: readonly Way[], tryWay: (way: Way) => Promise<void>): Promise<Way> {
  const [way, ...others] = ways as [Way, ...Way[]];
  try {
    await tryWay(way);
    return way;
  } catch (error) {
    if (!(error instanceof MediaError) || others.length === 0) throw error;
    return firstThatWorks(others, tryWay);
  }
}

/** Writes the playable copy into the processing folder: audio only, without text, pictures, or chapters. */
async function makePlayable(processing: ProcessingContext): Promise<PlayableSound> {
  const { tools, folder, work } = processing;
  const found = await chooseTracks(processing, 'sound');
  const { sound, duration: promised } = found;
  if (!sound) throw unsupported('There is no sound in this recording.');
  // Without a count of its frames, a file's length is a guess by its first ones.
  if (isTooLong(promised ?? 0, work)) boundLength(await readLength(processing, found), work);
  const copy = findCopyWay(sound);
  const ways = copy ? [copy, converted(work)] : [converted(work)];
  const { name, mime } = await firstThatWorks(ways, (way) => write(processing, { ...found, sound }, way));
  const format = mime === 'audio/mpeg' ? 'mp3' : 'm4a';
  const { duration: made } = await probe({ tools, file: name, format, folder, signal: work.signal });
  await checkWhole(processing, { format: found.format, promised, made });
  boundLength(made, work);
  return { name, mime, format, duration: made ?? promised ?? 0 };
}

/** Decodes the whole file for its waveform. */
async function readPeaks(
  { tools, folder, work }: ProcessingContext,
  { name, format, duration }: PlayableSound,
): Promise<number[]> {
  const wave = createPeaks(duration);
  const args = [
    '-v',
    'error',
    '-nostdin',
    ...inputOf(format, name),
    '-map',
    '0:a:0',
    '-ac',
    '1',
    '-ar',
    String(samplesPerSecond),
    '-f',
    's16le',
    'pipe:1',
  ];
  const { signal } = work;
  await run(tools.ffmpeg, { args, folder, signal, seconds: patience(duration), onOutput: wave.add });
  return wave.peaks();
}

export async function processSound(processing: ProcessingContext): Promise<ProcessedMedia> {
  const { work } = processing;
  const playable = await makePlayable(processing);
  work.progress(60);
  const peaks = await readPeaks(processing, playable);
  work.progress(95);
  const { name, mime, duration } = playable;
  const rendition = await saveFile(processing, { name, width: 0, height: 0, mime });
  return {
    width: null,
    height: null,
    duration,
    peaks,
    poster: null,
    renditions: [rendition],
    asUploaded: false,
  };
}
