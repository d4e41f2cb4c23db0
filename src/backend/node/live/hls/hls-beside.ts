import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../ports/ports.ts';
import type { LiveRecording, LiveStream } from '../../../ports/live-transport.ts';
import type { Tools } from '../../media/ffmpeg.ts';
import type { TapPorts } from '../relay/messages.ts';
import { HlsStream } from './hls-stream.ts';
import type { SentMedia } from './packager.ts';
import { createRecordings, type Recordings } from './recordings.ts';
import { Tickets } from './tickets.ts';

interface Options {
  readonly folder: string;
  readonly tools: Tools;
  readonly log: Log;
  /** On how many devices an account may watch a stream at once. */
  readonly mostDevices: number;
  readonly tap: (feed: { streamId: string; host: string }, ports: TapPorts | null) => void;
}
interface Open {
  readonly host: string;
  readonly segments: HlsStream;
}

/** The same streams over HTTP, and their recordings. Streams of two hosts have neither. */
export class HlsBeside {
  readonly #options: Options;
  readonly #recordings: Recordings;
  readonly #open = new Map<string, Open>();
  readonly tickets: Tickets;
  readonly #closing = new Map<string, Promise<void>>();

  constructor(options: Options) {
    this.#options = options;
    this.tickets = new Tickets(options.mostDevices);
    this.#recordings = createRecordings({ ...options, folder: join(options.folder, 'recordings') });
  }
  /** Deletes what a process that was killed left on its way. */
  sweep(): Promise<void> {
    return rm(join(this.#options.folder, 'segments'), { recursive: true, force: true });
  }
  open({ id, hosts, isRecorded }: LiveStream): void {
    const [host] = hosts;
    if (hosts.length !== 1 || !host || this.#open.has(id)) return;
    const segments = new HlsStream({
      ffmpeg: this.#options.tools.ffmpeg,
      folder: join(this.#options.folder, 'segments', id),
      log: this.#options.log,
      tap: (ports) => this.#options.tap({ streamId: id, host }, ports),
      record: isRecorded ? (media) => this.#recordings.begin(id, media) : null,
    });
    this.#open.set(id, { host, segments });
  }
  flows(streamId: string, userId: string, media: SentMedia): void {
    const found = this.#open.get(streamId);
    if (found?.host === userId) found.segments.flows(media);
  }
  stopped(streamId: string, userId: string): void {
    const found = this.#open.get(streamId);
    if (found?.host === userId) void found.segments.pause();
  }
  /** The relay of these streams is gone, and with it all that arrives. */
  lost(streamIds: ReadonlySet<string>): void {
    for (const [id, { segments }] of this.#open) if (streamIds.has(id)) void segments.pause();
  }
  async close(streamId: string): Promise<void> {
    this.tickets.drop((each) => each.streamId === streamId);
    const found = this.#open.get(streamId);
    this.#open.delete(streamId);
    if (!found) return;
    const closing = found.segments
      .close()
      .catch((error: unknown) => this.#options.log.error('A live stream wasn’t closed well.', { error }))
      .finally(() => this.#closing.delete(streamId));
    this.#closing.set(streamId, closing);
    await closing;
  }
  async stop(): Promise<void> {
    for (const id of this.#open.keys()) void this.close(id);
    await Promise.all(this.#closing.values());
  }

  /** A path of this account's own, or null for a stream that isn't served over HTTP. */
  issue(streamId: string, userId: string): string | null {
    if (!this.#open.has(streamId)) return null;
    return `/live/hls/${this.tickets.issue(streamId, userId)}/index.m3u8`;
  }
  /** The segments that a path leads to, `busy` on a device too many, null once it leads nowhere. */
  enter(token: string, device: string): HlsStream | 'busy' | null {
    const found = this.tickets.use(token, device);
    return found === null || found === 'busy' ? found : (this.#open.get(found.streamId)?.segments ?? null);
  }
  async recording(streamId: string): Promise<LiveRecording | null> {
    await this.#closing.get(streamId);
    return this.#open.has(streamId) ? null : this.#recordings.find(streamId);
  }
  async discard(streamId: string): Promise<void> {
    await this.#closing.get(streamId);
    await this.#recordings.discard(streamId);
  }
}
