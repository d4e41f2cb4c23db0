import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../ports/ports.ts';
import type { TapPorts } from '../relay/messages.ts';
import { startPackager, type Packager, type SentMedia } from './packager.ts';
import type { Part } from './recordings.ts';

interface Segment {
  readonly number: number;
  readonly seconds: number;
  readonly bytes: Buffer;
  /** Times begin anew with each run of ffmpeg. */
  readonly run: number;
}
interface Run {
  readonly number: number;
  readonly media: SentMedia;
  made: Promise<Packager | null>;
}
interface Options {
  readonly ffmpeg: string;
  /** For segments on their way; deleted at the end. */
  readonly folder: string;
  readonly log: Log;
  readonly tap: (ports: TapPorts | null) => void;
  /** Begins another part of the recording; null when nothing is recorded. */
  readonly record: ((media: SentMedia) => Promise<Part>) | null;
}

/** Segments in the playlist, and those that players of an older playlist may still ask for. */
const [listed, buffered] = [6, 12];
/** A run that failed is tried again after this long. */
const retryMs = 2_000;
/** Sound or picture that comes so late begins a run of its own. */
const settleMs = 700;

const covers = (now: SentMedia, run: SentMedia) =>
  (now.video === null || now.video === run.video) && (!now.audio || run.audio);

/** A stream as segments of about a second. Each time that media begins, a run of ffmpeg does. */
export class HlsStream {
  readonly #options: Options;
  readonly #segments: Segment[] = [];
  #next = 0;
  #runs = 0;
  #longest = 1;
  #run: Run | null = null;
  #taking: Promise<unknown> = Promise.resolve();
  #stopping: Promise<unknown> = Promise.resolve();
  #mediaSince: number | null = null;
  #failedAt = 0;
  #isOver = false;

  constructor(options: Options) {
    this.#options = options;
  }
  /** Tells what arrives from the host, several times a second. */
  flows(media: SentMedia): void {
    if (!media.audio && media.video === null) return;
    this.#mediaSince ??= Date.now();
    if (this.#run) {
      if (!covers(media, this.#run.media)) void this.pause();
    } else if (this.#mayBegin(media)) this.#begin(media);
  }
  #mayBegin(media: SentMedia): boolean {
    const now = Date.now();
    if (this.#isOver || now - this.#failedAt < retryMs) return false;
    // Its first key frame is on its way: nothing can be shown before it.
    if (media.video === 'vp8' && media.size === null) return false;
    return (media.audio && media.video !== null) || now - (this.#mediaSince ?? now) > settleMs;
  }
  #begin(media: SentMedia): void {
    const run: Run = { number: this.#runs, media, made: Promise.resolve(null) };
    this.#runs += 1;
    this.#run = run;
    run.made = this.#start(run).catch((error: unknown) => {
      this.#options.log.error('ffmpeg can’t be started for a live stream.', { error });
      this.#ended(run, '');
      return null;
    });
  }
  async #start(run: Run): Promise<Packager> {
    const { ffmpeg, folder, record, tap } = this.#options;
    await this.#stopping;
    await this.#taking;
    await mkdir(folder, { recursive: true });
    const part = record ? await record(run.media) : null;
    const packager = await startPackager({
      ffmpeg,
      folder,
      media: run.media,
      firstNumber: this.#next,
      onSegment: (number, seconds) => {
        this.#next = number + 1;
        this.#taking = this.#taking.then(() => this.#take({ number, seconds, run: run.number }, part));
      },
      onEnd: (said) => this.#ended(run, said),
    });
    if (this.#run === run) tap(packager.ports);
    return packager;
  }
  async #take(about: Omit<Segment, 'bytes'>, part: Part | null): Promise<void> {
    const file = join(this.#options.folder, `${about.number}.ts`);
    try {
      const bytes = await readFile(file);
      this.#segments.push({ ...about, bytes });
      if (this.#segments.length > buffered) this.#segments.shift();
      this.#longest = Math.max(this.#longest, Math.round(about.seconds));
      await part?.append(bytes);
      await rm(file, { force: true });
    } catch (error) {
      this.#options.log.error('A piece of a live stream was lost.', { error });
    }
  }
  /** A run ended that wasn't asked to. */
  #ended(run: Run, said: string): void {
    if (this.#run !== run) return;
    this.#options.log.warn('ffmpeg ended during a live stream and is started again.', { said });
    this.#failedAt = Date.now();
    this.#forget();
  }
  #forget(): void {
    [this.#run, this.#mediaSince] = [null, null];
    this.#options.tap(null);
  }
  /** Media has stopped; what comes next has times of its own. */
  async pause(): Promise<void> {
    const run = this.#run;
    if (run) {
      this.#forget();
      this.#stopping = run.made.then((packager) => packager?.stop());
    }
    await this.#stopping;
  }
  /** Ends; resolves once everything is written. */
  async close(): Promise<void> {
    this.#isOver = true;
    await this.pause();
    await this.#taking;
    await rm(this.#options.folder, { recursive: true, force: true });
  }
  /** Null before the first segment. */
  playlist(): string | null {
    const shown = this.#segments.slice(-listed);
    const [first] = shown;
    if (!first) return null;
    const isNew = (index: number) => {
      const run = shown[index]?.run ?? 0;
      const before = this.#segments[this.#segments.length - shown.length + index - 1];
      return run > 0 && run !== before?.run;
    };
    return [
      '#EXTM3U',
      '#EXT-X-VERSION:3',
      `#EXT-X-TARGETDURATION:${this.#longest}`,
      `#EXT-X-MEDIA-SEQUENCE:${first.number}`,
      `#EXT-X-DISCONTINUITY-SEQUENCE:${isNew(0) ? first.run - 1 : first.run}`,
      ...shown.flatMap(({ number, seconds }, index) => [
        ...(isNew(index) ? ['#EXT-X-DISCONTINUITY'] : []),
        `#EXTINF:${seconds.toFixed(3)},`,
        `${number}.ts`,
      ]),
      '',
    ].join('\n');
  }
  segment(number: number): Buffer | null {
    return this.#segments.find((each) => each.number === number)?.bytes ?? null;
  }
}
