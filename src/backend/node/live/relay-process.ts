import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../ports.ts';
import { endWithUs } from '../media/child-guard.ts';
import type { FeedFlow, FromRelay, RelayConfig, TapPorts, ToRelay } from './relay/messages.ts';

export type RelayAnswer =
  | { readonly status: 201; readonly sdp: string }
  | { readonly status: 400 | 406 | 503; readonly why: string };
const answerMs = 5_000;
const away = { status: 503, why: 'The relay is starting. Try again in a moment.' } as const;

/** Runs the relay, and starts it again whenever it ends. */
export class RelayProcess {
  readonly #config: RelayConfig;
  readonly #log: Log;
  readonly #waiting = new Map<string, (answer: RelayAnswer) => void>();
  #child: ChildProcess | null = null;
  #isStopped = false;
  #startedAt = 0;
  onGone: (id: string) => void = () => {};
  onFlows: (flows: readonly FeedFlow[]) => void = () => {};
  onLost: () => void = () => {};

  constructor(config: RelayConfig, log: Log) {
    [this.#config, this.#log] = [config, log];
    this.#start();
  }
  get pid(): number | undefined {
    return this.#child?.pid;
  }
  #start(): void {
    this.#startedAt = Date.now();
    const path = fileURLToPath(new URL('./relay/child.ts', import.meta.url));
    const env = { PATH: process.env.PATH ?? '' } as unknown as NodeJS.ProcessEnv;
    const child = fork(path, [], { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#child = child;
    endWithUs(child);
    child.on('message', (message) => this.#take(message as FromRelay));
    child.on('error', (error) => this.#log.error('The relay of live streams failed.', { error }));
    child.on('exit', (code, signal) => this.#ended(code, signal));
    this.#tell({ type: 'start', config: this.#config });
  }
  #ended(code: number | null, signal: string | null): void {
    this.#child = null;
    for (const give of this.#waiting.values()) give(away);
    this.#waiting.clear();
    this.onLost();
    if (this.#isStopped) return;
    this.#log.warn('The relay of live streams ended and is started again.', { code, signal });
    setTimeout(() => !this.#isStopped && this.#start(), Date.now() - this.#startedAt < 2_000 ? 1_000 : 0);
  }
  #take(message: FromRelay): void {
    if (message.type === 'flows') this.onFlows(message.flows);
    else if (message.type === 'gone') this.onGone(message.id);
    else if (message.type === 'trouble')
      this.#log.error('The UDP port of live streams can’t be used. Set LIVE_UDP_PORT to another one.', {
        port: this.#config.port,
        why: message.why,
      });
    else {
      const give = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      give?.(message.type === 'answer' ? { status: 201, sdp: message.sdp } : message);
    }
  }
  #tell(message: ToRelay): void {
    if (this.#child?.connected) this.#child.send(message, () => {});
  }
  offer(offer: Omit<Extract<ToRelay, { type: 'offer' }>, 'type'>): Promise<RelayAnswer> {
    if (!this.#child?.connected) return Promise.resolve(away);
    return new Promise((resolve) => {
      const timer = setTimeout(() => give(away), answerMs);
      const give = (answer: RelayAnswer) => {
        clearTimeout(timer);
        this.#waiting.delete(offer.id);
        resolve(answer);
      };
      this.#waiting.set(offer.id, give);
      this.#tell({ type: 'offer', ...offer });
    });
  }
  tap(feed: string, ports: TapPorts | null): void {
    this.#tell({ type: 'tap', feed, ports });
  }
  end(id: string): void {
    this.#tell({ type: 'end', id });
  }
  stop(): void {
    this.#isStopped = true;
    this.#child?.kill('SIGKILL');
  }
}
