import { Client, Pool } from 'pg';
import type { ClientConfig, PoolClient, PoolConfig } from 'pg';
import { DatabaseAwayError } from '../../db/connection-lost.ts';
import type { Log } from '../../ports/ports.ts';
import { errorMessage } from '../process/start-error.ts';

type Done = (release?: boolean | Error) => void;
type Callback = (error: Error | undefined, client: PoolClient | undefined, done: Done) => void;

/**
 * How long, in milliseconds, requests wait for the database after it was first found down. Later requests
 * fail immediately.
 */
const patienceMs = 4_000;
const pauseMs = 100;
const connectTimeoutMs = 3_000;
/** How many connections stay open while nobody needs them: a new one has to plan every statement anew. */
const idleConnections = 4;

/** Destroys a connection's socket without a protocol goodbye, for a server that may not be listening. */
const cutLine = (client: Client | PoolClient) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();

/**
 * A connection pool that survives lost connections: their queries fail, the others go on, and the slot is
 * refilled. While the database is down, requests for a connection wait briefly for it to come back.
 */
export class DatabasePool extends Pool {
  readonly #log: Log;
  readonly #config: ClientConfig;
  readonly #direct: ClientConfig | null;
  readonly #open = new Set<Client | PoolClient>();
  readonly #taken = new WeakSet<PoolClient>();
  #wanted = 0;
  #released = 0;
  #missedAt: number | null = null;
  #awaySince: () => number | null = () => null;

  /** `direct` is the server itself, where `config` leads to a pooler that shares connections. */
  constructor(config: PoolConfig, log: Log, direct: ClientConfig | null = null) {
    const settled = {
      max: 20,
      min: idleConnections,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      ...config,
    };
    super(settled);
    this.#config = settled;
    const patient = { connectionTimeoutMillis: connectTimeoutMs, keepAlive: true };
    this.#direct = direct && { ...patient, ...direct };
    this.#log = log;
    this.on('connect', (client) => {
      this.#attend(client);
      client.on('end', () => this.#giveBack(client));
    });
    this.on('acquire', (client) => this.#taken.add(client));
    this.on('release', (_error, client) => {
      this.#taken.delete(client);
      this.#wanted -= 1;
      this.#released += 1;
    });
    // Each connection reports its own errors.
    this.on('error', () => {});
  }

  /** How many callers have a connection or wait for one, and how often one was given back. */
  get use(): { readonly now: number; readonly ended: number } {
    return { now: this.#wanted, ended: this.#released };
  }

  /** Opens a connection outside the pool, on the same way. The caller ends it. */
  own(): Promise<Client> {
    return this.#begin(this.#config);
  }

  /** Opens a connection to the server itself, for LISTEN or for holding a lock. The caller ends it. */
  direct(): Promise<Client> {
    return this.#begin(this.#direct ?? this.#config);
  }

  async #begin(config: ClientConfig): Promise<Client> {
    const client = new Client(config);
    this.#attend(client);
    await client.connect();
    return client;
  }

  /** Ends every connection. Those to a server that stopped responding would otherwise wait forever. */
  cut(): void {
    for (const client of this.#open) cutLine(client);
  }

  /**
   * Sets a function that says since when the database has been down. While it is, no connections are
   * attempted.
   */
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
    this.#wanted += 1;
    super.connect((error, client, done) => {
      if (error) this.#wanted -= 1;
      if (error) return this.#failed({ callback, since: (this.#missedAt ??= Date.now()), reason: error });
      this.#missedAt = null;
      callback(undefined, client, done);
    });
  }

  /** Retries shortly, or gives up once the waiting time is over. */
  #failed({ callback, since, reason }: { callback: Callback; since: number; reason: Error }): void {
    if (!this.ending && Date.now() - since < patienceMs) setTimeout(() => this.#attempt(callback), pauseMs);
    else
      callback(
        new DatabaseAwayError(`No connection to the database: ${errorMessage(reason)}`, { cause: reason }),
        undefined,
        () => {},
      );
  }

  /** Listens for errors, because an unhandled one would end the process. */
  #attend(client: Client | PoolClient): void {
    this.#open.add(client);
    client.on('error', (error) =>
      this.#log.warn('A database connection was lost.', { reason: error.message }),
    );
    client.on('end', () => this.#open.delete(client));
  }

  /**
   * Returns a lost connection to the pool. Code that was using it may not get to (after a failed BEGIN), and
   * its slot would be lost.
   */
  #giveBack(client: PoolClient): void {
    if (!this.#taken.has(client)) return;
    const { release } = client;
    client.release = () => {};
    release.call(client, true);
  }
}
