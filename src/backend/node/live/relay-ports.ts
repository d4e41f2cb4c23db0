import { createSocket } from 'node:dgram';
import type { PortRange } from '#config/port-range.ts';

const retryMs = 250;

/** The port itself, or a free one for 0. Rejects when it is taken. */
function tryPort(port: number, bind: string | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(bind?.includes(':') ? 'udp6' : 'udp4');
    socket.once('error', (error) => {
      socket.close();
      reject(error);
    });
    socket.bind({ port, exclusive: true, ...(bind ? { address: bind } : {}) }, () => {
      const { port: found } = socket.address();
      socket.close(() => resolve(found));
    });
  });
}

const isFree = (port: number, bind: string | null): Promise<boolean> =>
  tryPort(port, bind).then(
    () => true,
    () => false,
  );

interface Options {
  readonly range: PortRange;
  readonly bind: string | null;
  /** Hears why none of the ports could be had. */
  readonly onTrouble: (why: string) => void;
}

/** The UDP ports of the relays, one for each process. */
export class RelayPorts {
  readonly #options: Options;
  readonly #taken = new Set<number>();
  /** Those of them that are given back in a moment. */
  readonly #leaving = new Set<number>();
  /** One search at a time: two that try the same port would each think that another program has it. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Until a port is had again. */
  #isReported = false;

  constructor(options: Options) {
    this.#options = options;
  }
  get count(): number {
    const { first, last } = this.#options.range;
    return first === 0 ? Number.POSITIVE_INFINITY : last - first + 1;
  }
  /**
   * The first free port. Waits until there is one, or returns null once it is no longer wanted. Trouble with other
   * programs is reported once, however many wait.
   */
  async take(isWanted: () => boolean): Promise<number | null> {
    while (isWanted()) {
      const found = await this.#inTurn(() => this.#find());
      if (typeof found === 'number') {
        this.#isReported = false;
        return found;
      }
      if (found !== null && !this.#isReported) {
        this.#isReported = true;
        this.#options.onTrouble(found.message);
      }
      await new Promise((resolve) => void setTimeout(resolve, retryMs));
    }
    return null;
  }
  give(port: number): void {
    this.#taken.delete(port);
    this.#leaving.delete(port);
  }
  /** Its process was told to end, so the port is free for whoever waits a moment. */
  leave(port: number): void {
    this.#leaving.add(port);
  }
  /** Whether so many ports could be had now: neither in use here nor by other programs. */
  hasFree(count: number): Promise<boolean> {
    return this.#inTurn(async () => {
      const { range, bind } = this.#options;
      if (range.first === 0) return true;
      let free = 0;
      for (let port = range.first; port <= range.last && free < count; port += 1)
        if (this.#leaving.has(port) || (!this.#taken.has(port) && (await isFree(port, bind)))) free += 1;
      return free >= count;
    });
  }
  #inTurn<T>(search: () => Promise<T>): Promise<T> {
    const found = this.#turn.then(search);
    this.#turn = found.catch(() => {});
    return found;
  }
  /** A port, why other programs' ports couldn't be had, or null when all are in use here. */
  async #find(): Promise<number | Error | null> {
    const { range, bind } = this.#options;
    let trouble: Error | null = null;
    for (let port = range.first; port <= range.last; port += 1) {
      if (this.#taken.has(port)) continue;
      try {
        const found = await tryPort(port, bind);
        this.#taken.add(found);
        return found;
      } catch (error) {
        trouble = error as Error;
      }
    }
    return trouble;
  }
}
