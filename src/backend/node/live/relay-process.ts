import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../ports/ports.ts';
import { endWithUs } from '../media/child-guard.ts';
import type { RelayPorts } from './relay-ports.ts';
import type { FeedFlow, FromRelay, RelayConfig, TapPorts, ToRelay } from './relay/messages.ts';

export type RelayAnswer =
  | { readonly status: 201; readonly sdp: string }
  | { readonly status: 400 | 406 | 503; readonly why: string };
export type Offer = Omit<Extract<ToRelay, { type: 'offer' }>, 'type'>;

export interface RelayListener {
  gone(id: string): void;
  flows(flows: readonly FeedFlow[]): void;
  delivered(id: string, at: number): void;
  /** The process ended, and with it every connection to these streams. */
  lost(streamIds: ReadonlySet<string>): void;
}
export interface RelayOptions extends Omit<RelayConfig, 'port'> {
  readonly ports: RelayPorts;
  readonly log: Log;
  readonly listener: RelayListener;
}

interface End {
  readonly code: number | null;
  readonly signal: string | null;
}
/** There was no process that could exit. */
const unspawned: End = { code: null, signal: null };

const answerMs = 5_000;
/** A process that ends more often than this within the time isn't started again. */
const [mostEnds, endsWithinMs] = [5, 60_000];
/** Time to tell browsers that their connections end. */
const leaveMs = 1_000;
const away = { status: 503, why: 'The relay is starting. Try again in a moment.' } as const;

/** A process that relays some streams. It is started again whenever it ends, on a port of its own. */
export class RelayProcess {
  readonly streamIds = new Set<string>();
  readonly #options: RelayOptions;
  readonly #waiting = new Map<string, (answer: RelayAnswer) => void>();
  #child: ChildProcess | null = null;
  #port: number | null = null;
  #isStopped = false;
  #started: Promise<void>;
  #ends: number[] = [];

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#started = this.#start();
  }
  get pid(): number | undefined {
    return this.#child?.pid;
  }
  /** Whether it is about to take a port: it starts, or starts again. */
  get isWaiting(): boolean {
    return this.#port === null && !this.#isStopped && !this.hasFailed;
  }
  /** Whether it ended so often that it isn't started again. */
  get hasFailed(): boolean {
    return this.#ends.length > mostEnds;
  }
  async #start(): Promise<void> {
    const { ports, bind, publicIp, log } = this.#options;
    const port = await ports.take(() => !this.#isStopped);
    if (port === null) return;
    if (this.#isStopped) return ports.give(port);
    this.#port = port;
    const startedAt = Date.now();
    let isOver = false;
    const over = (how: End) => {
      if (isOver) return;
      isOver = true;
      this.#port = null;
      ports.give(port);
      this.#ended({ ...how, startedAt });
    };
    try {
      this.#child = this.#fork(over);
    } catch (error) {
      log.error('A relay of live streams failed.', { error });
      return over(unspawned);
    }
    this.#tell({ type: 'start', config: { port, bind, publicIp } });
  }
  /** @throws Error where the system refuses a process at once; for other reasons, the child says so later. */
  #fork(over: (how: End) => void): ChildProcess {
    const path = fileURLToPath(new URL('./relay/child.ts', import.meta.url));
    const env = { PATH: process.env.PATH ?? '' } as unknown as NodeJS.ProcessEnv;
    const child = fork(path, [], { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    endWithUs(child);
    child.on('message', (message) => this.#take(message as FromRelay));
    child.on('error', (error) => {
      this.#options.log.error('A relay of live streams failed.', { error });
      // Only a process exits.
      if (child.pid === undefined) over(unspawned);
    });
    child.on('exit', (code, signal) => over({ code, signal }));
    return child;
  }
  #ended({ startedAt, ...how }: End & { startedAt: number }): void {
    const { log, listener } = this.#options;
    this.#child = null;
    for (const give of this.#waiting.values()) give(away);
    this.#waiting.clear();
    listener.lost(this.streamIds);
    if (this.#isStopped) return;
    const now = Date.now();
    this.#ends = [...this.#ends.filter((at) => now - at < endsWithinMs), now];
    const about = { ...how, streams: [...this.streamIds] };
    if (this.hasFailed) return log.error('A relay of live streams keeps ending, so its streams end.', about);
    log.warn('A relay of live streams ended and is started again.', about);
    setTimeout(() => (this.#started = this.#start()), now - startedAt < 2_000 ? 1_000 : 0);
  }
  #take(message: FromRelay): void {
    const { listener } = this.#options;
    if (message.type === 'flows') {
      listener.flows(message.flows);
      for (const { id, at } of message.delivered) listener.delivered(id, at);
    } else if (message.type === 'gone') listener.gone(message.id);
    else
      this.#waiting.get(message.id)?.(
        message.type === 'answer' ? { status: 201, sdp: message.sdp } : message,
      );
  }
  #tell(message: ToRelay): void {
    if (this.#child?.connected) this.#child.send(message, () => {});
  }
  offer(offer: Offer): Promise<RelayAnswer> {
    return new Promise((resolve) => {
      const give = (answer: RelayAnswer) => {
        clearTimeout(timer);
        this.#waiting.delete(offer.id);
        resolve(answer);
      };
      const timer = setTimeout(() => give(away), answerMs);
      this.#waiting.set(offer.id, give);
      void this.#started.then(() => {
        // The start took too long, and the browser was told to try again.
        if (!this.#waiting.has(offer.id)) return;
        if (this.#child?.connected) this.#tell({ type: 'offer', ...offer });
        else give(away);
      });
    });
  }
  tap(feed: string, ports: TapPorts | null): void {
    this.#tell({ type: 'tap', feed, ports });
  }
  hold(id: string, isHeld: boolean): void {
    this.#tell({ type: 'hold', id, isHeld });
  }
  end(id: string): void {
    this.#tell({ type: 'end', id });
  }
  /** Ends it; what it was told before is still done. */
  stop(): void {
    this.#isStopped = true;
    if (this.#port !== null) this.#options.ports.leave(this.#port);
    const child = this.#child;
    if (child?.connected) child.disconnect();
    setTimeout(() => child?.kill('SIGKILL'), leaveMs).unref();
  }
}
