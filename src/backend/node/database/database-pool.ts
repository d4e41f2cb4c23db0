import { Client, Pool } from 'pg';
import type { ClientConfig, PoolClient, PoolConfig } from 'pg';
import { DatabaseAwayError } from '../../db/connection-lost.ts';
import type { Log } from '../../ports.ts';
import { reasonOf } from '../process/start-error.ts';

type Done = (release?: boolean | Error) => void;
type Callback = (error: Error | undefined, client: PoolClient | undefined, done: Done) => void;

/**
 * How long a request waits for a database that has gone, from the moment it was first missed; whoever comes
 * later is told at once.
 */
const patienceMs = 4_000;
const pauseMs = 100;
const connectTimeoutMs = 3_000;

/** Ends a connection from our side, without a word to a server that may not be listening. */
const cutLine = (client: Client | PoolClient) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();

/**
 * The connections to one database. A connection may end at any moment, also while somebody works on it: their
 * queries fail, the rest goes on, and its place is given to a new one. While the database is away, who wants
 * a connection waits a moment for it to come back.
 */
export class DatabasePool extends Pool {
  readonly #log: Log;
  readonly #config: ClientConfig;
  readonly #open = new Set<Client | PoolClient>();
  readonly #taken = new WeakSet<PoolClient>();
  #missedAt: number | null = null;
  #awaySince: () => number | null = () => null;

  constructor(config: PoolConfig, log: Log) {
    const settled = { max: 20, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true, ...config };
    super(settled);
    this.#config = settled;
    this.#log = log;
    this.on('connect', (client) => {
      this.#attend(client);
      client.on('end', () => this.#giveBack(client));
    });
    this.on('acquire', (client) => this.#taken.add(client));
    this.on('release', (_error, client) => this.#taken.delete(client));
    // Told by the connection itself.
    this.on('error', () => {});
  }

  /**
   * A connection of one's own beside the pool: for listening, for holding a lock. Who asked for it ends it.
   */
  async own(): Promise<Client> {
    const client = new Client(this.#config);
    this.#attend(client);
    await client.connect();
    return client;
  }

  /** Ends every connection there is: those to a server that has fallen silent would wait for ever. */
  cut(): void {
    for (const client of this.#open) cutLine(client);
  }

  /** Somebody keeps an eye on the database: while they say that it's away, nothing is tried. */
  heed(awaySince: () => number | null): void {
    this.#awaySince = awaySince;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | void {
    if (callback) return this.#attempt(callback);
    return new Promise((resolve, reject) =>
      this.#attempt((error, client) => (client ? resolve(client) : reject(error ?? new DatabaseAwayError()))),
    );
  }

  #attempt(callback: Callback): void {
    const awaySince = this.#awaySince();
    if (awaySince !== null)
      return this.#failed({ callback, since: awaySince, reason: new Error('it is away') });
    super.connect((error, client, done) => {
      if (error) return this.#failed({ callback, since: (this.#missedAt ??= Date.now()), reason: error });
      this.#missedAt = null;
      callback(undefined, client, done);
    });
  }

  /** Once more in a moment, or not any more. */
  #failed({ callback, since, reason }: { callback: Callback; since: number; reason: Error }): void {
    if (!this.ending && Date.now() - since < patienceMs) setTimeout(() => this.#attempt(callback), pauseMs);
    else
      callback(
        new DatabaseAwayError(`No connection to the database: ${reasonOf(reason)}`, { cause: reason }),
        undefined,
        () => {},
      );
  }

  /** An error that nobody listens to would end the process. */
  #attend(client: Client | PoolClient): void {
    this.#open.add(client);
    client.on('error', (error) =>
      this.#log.warn('A database connection was lost.', { reason: error.message }),
    );
    client.on('end', () => this.#open.delete(client));
  }

  /**
   * Who worked on a connection that has ended may not get round to giving it back (a failed BEGIN): its place
   * would be gone for good.
   */
  #giveBack(client: PoolClient): void {
    if (!this.#taken.has(client)) return;
    const { release } = client;
    client.release = () => {};
    release.call(client, true);
  }
}
