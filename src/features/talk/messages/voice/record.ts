import { limits } from '#config/limits.ts';
import { summarizePeaks } from '#lib/voice/peaks.ts';

export interface Recorded {
  readonly blob: Blob;
  readonly seconds: number;
  /** From 0 to 100. */
  readonly peaks: readonly number[];
}
/** Why recording ended. */
export type Ending = 'stopped' | 'limit' | 'unplugged';

export interface Recording {
  readonly pause: () => void;
  readonly resume: () => void;
  /** Stops; `onEnd` follows. */
  readonly finish: () => void;
  /** Stops and forgets what was recorded. */
  readonly discard: () => void;
}
export interface RecordingOptions {
  readonly maxSeconds: number;
  /** Called about ten times a second with the length so far and the loudness, from 0 to 1. */
  readonly onTick: (seconds: number, level: number) => void;
  readonly onEnd: (recorded: Recorded, ending: Ending) => void;
}

/** Opus in WebM (Chromium, Firefox), AAC in MP4 (Safari). The server detects what it got. */
const formats = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];
/** Plenty for speech, and 5 minutes stay under 2 MB. */
const bitsPerSecond = 48_000;
const tickMs = 100;

/** A reason not to record, in words for the person. */
export class CannotRecord extends Error {}

const refusals: Readonly<Record<string, string>> = {
  NotAllowedError:
    'Your browser blocks the microphone here. Allow it in the site settings, next to the address, and try again.',
  NotFoundError: 'No microphone was found. Connect one and try again.',
  NotReadableError: 'Another app is using your microphone. Close it and try again.',
};
const otherRefusal = 'Your microphone couldn’t be started. Check that it works, then try again.';

/** The microphone. */
async function openMicrophone(): Promise<MediaStream> {
  if (!window.isSecureContext)
    throw new CannotRecord('Recording needs a secure connection. Open this site with https and try again.');
  if (!('mediaDevices' in navigator) || typeof MediaRecorder === 'undefined')
    throw new CannotRecord('This browser can’t record. Update it or use another one.');
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
  } catch (caught) {
    throw new CannotRecord((caught instanceof DOMException && refusals[caught.name]) || otherRefusal);
  }
}

/** Measures how loud a stream is, from 0 to 1. */
function createMeter(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 2048;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    read(): number {
      analyser.getFloatTimeDomainData(samples);
      let loudest = 0;
      for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
      return Math.min(1, loudest);
    },
    close: () => void context.close().catch(() => {}),
  };
}

/** Counts the seconds that were recorded, without those in between. */
function stopwatch() {
  let [total, since]: [number, number | null] = [0, performance.now()];
  const now = () => (total + (since === null ? 0 : performance.now() - since)) / 1000;
  return {
    now,
    pause: () => ([total, since] = [now() * 1000, null]),
    resume: () => (since ??= performance.now()),
  };
}

/**
 * Records from the microphone until it is finished or has reached its longest length.
 * @throws {CannotRecord} If there is no microphone, or it may not be used.
 */
export async function record({ maxSeconds, onTick, onEnd }: RecordingOptions): Promise<Recording> {
  const stream = await openMicrophone();
  const mimeType = formats.find((each) => MediaRecorder.isTypeSupported(each));
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond });
  const meter = createMeter(stream);
  const watch = stopwatch();
  const [chunks, levels]: [Blob[], number[]] = [[], []];
  let [ending, wanted]: [Ending, boolean] = ['stopped', true];
  const stop = (why: Ending) => {
    if (recorder.state === 'inactive') return;
    ending = why;
    watch.pause();
    recorder.stop();
  };
  const timer = setInterval(() => {
    if (recorder.state !== 'recording') return;
    const [seconds, level] = [watch.now(), meter.read()];
    levels[Math.floor(seconds * 10)] = level;
    onTick(Math.min(seconds, maxSeconds), level);
    if (seconds >= maxSeconds) stop('limit');
  }, tickMs);
  recorder.ondataavailable = ({ data }) => void (data.size > 0 && chunks.push(data));
  recorder.onstop = () => {
    clearInterval(timer);
    meter.close();
    for (const track of stream.getTracks()) track.stop();
    if (!wanted) return;
    const seconds = Math.min(watch.now(), maxSeconds);
    const even = Array.from(levels, (level) => level ?? 0);
    const blob = new Blob(chunks, { type: recorder.mimeType });
    onEnd({ blob, seconds, peaks: summarizePeaks(even, limits.voice.peaks) }, ending);
  };
  for (const track of stream.getTracks()) track.onended = () => stop('unplugged');
  recorder.start();
  return {
    pause: () => {
      if (recorder.state !== 'recording') return;
      recorder.pause();
      watch.pause();
    },
    resume: () => {
      if (recorder.state !== 'paused') return;
      recorder.resume();
      watch.resume();
    },
    finish: () => stop('stopped'),
    discard: () => {
      wanted = false;
      stop('stopped');
    },
  };
}
