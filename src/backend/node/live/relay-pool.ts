import { RelayProcess, type RelayOptions } from './relay-process.ts';

interface Options extends RelayOptions {
  /** How many streams a process carries. */
  readonly mostStreams: number;
}

/**
 * The processes that relay streams: an error in the native library ends the process it happens in, so each carries
 * few. One is started with its first stream and stopped with its last.
 */
export class RelayPool {
  readonly #options: Options;
  readonly #byStream = new Map<string, RelayProcess>();
  readonly #processes = new Set<RelayProcess>();

  constructor(options: Options) {
    this.#options = options;
  }
  /** The process of a stream, chosen now unless it has one; null when there is no port for another one. */
  open(streamId: string): RelayProcess | null {
    const relay = this.of(streamId) ?? this.#withRoom() ?? this.#start();
    if (!relay) return null;
    relay.streamIds.add(streamId);
    this.#byStream.set(streamId, relay);
    return relay;
  }
  close(streamId: string): void {
    const relay = this.of(streamId);
    this.#byStream.delete(streamId);
    relay?.streamIds.delete(streamId);
    if (!relay || relay.streamIds.size > 0) return;
    this.#processes.delete(relay);
    relay.stop();
  }
  of(streamId: string): RelayProcess | undefined {
    return this.#byStream.get(streamId);
  }
  /** Whether another stream finds a place, in a process that runs or on a port that no other program holds. */
  async hasRoom(): Promise<boolean> {
    const relay = this.#withRoom();
    if (relay && !relay.isWaiting) return true;
    if (!relay && !this.#mayStart()) return false;
    const waiting = [...this.#processes].filter(({ isWaiting }) => isWaiting).length;
    return this.#options.ports.hasFree(relay ? waiting : waiting + 1);
  }
  /** Whether every process that should run does. */
  isRunning(): boolean {
    return [...this.#processes].every(({ pid }) => pid !== undefined);
  }
  stop(): void {
    for (const relay of this.#processes) relay.stop();
  }
  #withRoom(): RelayProcess | undefined {
    return [...this.#processes].find(
      ({ streamIds, hasFailed }) => !hasFailed && streamIds.size < this.#options.mostStreams,
    );
  }
  #mayStart(): boolean {
    const running = [...this.#processes].filter(({ hasFailed }) => !hasFailed).length;
    return running < this.#options.ports.count;
  }
  #start(): RelayProcess | null {
    if (!this.#mayStart()) return null;
    const relay = new RelayProcess(this.#options);
    this.#processes.add(relay);
    return relay;
  }
}
