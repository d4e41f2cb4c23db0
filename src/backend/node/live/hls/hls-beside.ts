import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../ports.ts';
import type { LiveRecording, LiveStream } from '../../../ports/live-transport.ts';
import { grantSeconds } from '../../../ports/told-live.ts';
import type { Tools } from '../../media/ffmpeg.ts';
import type { TapPorts } from '../relay/messages.ts';
import { HlsStream } from './hls-stream.ts';
import type { SentMedia } from './packager.ts';
import { createRecordings, type Recordings } from './recordings.ts';

interface Ticket {
  readonly streamId: string;
  readonly userId: string;
  /** Until its first use, then a while after each. */
  until: number;
  isUsed: boolean;
}
interface Options {
  readonly folder: string;
  readonly tools: Tools;
  readonly log: Log;
  readonly tap: (feed: string, ports: TapPorts | null) => void;
}
interface Open {
  readonly host: string;
  readonly segments: HlsStream;
}

/** Players ask every second or two; one that is silent for this long has left. */
const silentMs = 15_000;

/** The same streams over HTTP, and their recordings. Streams of two hosts have neither. */
export class HlsBeside {
  readonly #options: Options;
  readonly #recordings: Recordings;
  readonly #open = new Map<string, Open>();
  readonly #tickets = new Map<string, Ticket>();
  readonly #closing = new Map<string, Promise<void>>();

  constructor(options: Options) {
    this.#options = options;
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
      tap: (ports) => this.#options.tap(`${id} ${host}`, ports),
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
  /** The relay is gone, and with it all that arrives. */
  lost(): void {
    for (const { segments } of this.#open.values()) void segments.pause();
  }
  async close(streamId: string): Promise<void> {
    this.drop((each) => each.streamId === streamId);
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
    const now = Date.now();
    for (const [token, each] of this.#tickets)
      if (each.until < now || (!each.isUsed && each.streamId === streamId && each.userId === userId))
        this.#tickets.delete(token);
    const token = randomBytes(24).toString('base64url');
    this.#tickets.set(token, { streamId, userId, until: now + grantSeconds * 1_000, isUsed: false });
    return `/live/hls/${token}/index.m3u8`;
  }
  /** The segments that a path leads to; null once it leads nowhere. */
  enter(token: string): HlsStream | null {
    const [ticket, now] = [this.#tickets.get(token), Date.now()];
    if (!ticket || ticket.until < now) return null;
    [ticket.isUsed, ticket.until] = [true, now + silentMs];
    return this.#open.get(ticket.streamId)?.segments ?? null;
  }
  drop(isConcerned: (ticket: { streamId: string; userId: string }) => boolean): void {
    for (const [token, each] of this.#tickets) if (isConcerned(each)) this.#tickets.delete(token);
  }
  /** Who watches a stream over HTTP. */
  watching(streamId: string): string[] {
    const now = Date.now();
    return [...this.#tickets.values()]
      .filter((each) => each.streamId === streamId && each.isUsed && each.until > now)
      .map(({ userId }) => userId);
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
