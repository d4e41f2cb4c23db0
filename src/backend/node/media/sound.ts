import { limits } from '#config/limits.ts';
import { isVoiceTooLong, voiceTooLongText } from '#lib/voice/voice-length.ts';
import { unsupported } from '../../ports/image-format.ts';
import type { MediaTask, ProcessedMedia } from '../../ports/media-processor.ts';
import { inputOf, run } from './ffmpeg.ts';
import { probe } from './probe.ts';
import { type ProcessingContext, checkWhole, saveFile, patience, sourceFile } from './processing-context.ts';

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

/**
 * MP3 and AAC play everywhere, so they are only repackaged without text and pictures. Anything else is
 * converted to AAC; speech, which has a limit of its own, needs less than music.
 */
function wayOf(codec: string, { maxSeconds }: MediaTask): Way {
  if (codec === 'mp3') return asMp3;
  if (codec === 'aac') return asAac(['copy']);
  return asAac(
    maxSeconds === undefined
      ? ['aac', '-b:a', '160k', '-ac', '2', '-ar', '48000']
      : ['aac', '-b:a', '64k', '-ac', '1', '-ar', '48000'],
  );
}

/** @throws AppError 422 `unsupported_file` */
function boundLength(seconds: number | null, { maxSeconds }: MediaTask): void {
  if (maxSeconds !== undefined && isVoiceTooLong(seconds ?? 0, maxSeconds))
    throw unsupported(voiceTooLongText(maxSeconds));
  if ((seconds ?? 0) > limits.upload.recordingSeconds)
    throw unsupported(
      `This is longer than ${limits.upload.recordingSeconds / 3600} hours, the most we take.`,
    );
}

interface PlayableSound {
  readonly name: string;
  readonly mime: string;
  readonly format: 'mp3' | 'm4a';
  readonly duration: number;
}

/** Writes the playable copy into the processing folder: audio only, without text, pictures, or chapters. */
async function makePlayable({ tools, folder, source, work }: ProcessingContext): Promise<PlayableSound> {
  const { signal } = work;
  const { sound, duration: promised } = await probe({
    tools,
    file: sourceFile,
    format: source.format,
    folder,
    signal,
  });
  if (!sound) throw unsupported('There is no sound in this recording.');
  boundLength(promised, work);
  const { name, mime, args: way } = wayOf(sound.codec, work);
  const args = [
    '-v',
    'error',
    '-nostdin',
    '-y',
    ...inputOf(source.format, sourceFile),
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
    ...(work.maxSeconds === undefined ? [] : ['-t', String(work.maxSeconds + 5)]),
    ...way,
    name,
  ];
  await run(tools.ffmpeg, { args, folder, signal, seconds: patience(promised) });
  const format = mime === 'audio/mpeg' ? 'mp3' : 'm4a';
  const { duration: made } = await probe({ tools, file: name, format, folder, signal });
  checkWhole(promised, made);
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
