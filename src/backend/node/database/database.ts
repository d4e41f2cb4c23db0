import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import type { ClientConfig, PoolConfig } from 'pg';
import type { Db } from '../../db/db.ts';
import type { Log } from '../../ports/ports.ts';
import { DatabasePool } from './database-pool.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { type ProbedClient, UnnamedClient, type ConnectionMode, detectConnectionMode } from './pooler.ts';
import { errorMessage, StartError } from '../process/start-error.ts';

export interface OpenDatabase {
  readonly db: Db;
  /** The connections under `db`, for what the ORM can't express. */
  readonly pool: DatabasePool;
  /** Ends the connections, and the embedded server if this process started it. */
  close(): Promise<void>;
}

/** The oldest supported PostgreSQL version, the first with `UNIQUE NULLS NOT DISTINCT`. */
const oldestServer = 15;
export const databaseName = 'limelight';
/** Compiling a query that looks expensive takes longer than running it: suggestions took 760 ms instead of 110. */
const uncompiled = '-c jit=off';

/** Opens the database at `url`, or the embedded PostgreSQL in `folder`, whose lock the caller must hold. */
export async function openDatabase({
  url,
  listenUrl,
  folder,
  log,
  max = 20,
}: {
  url: string | undefined;
  /** The server itself, should `url` lead to a pooler. */
  listenUrl?: string | undefined;
  folder: string;
  log: Log;
  max?: number;
}): Promise<OpenDatabase> {
  if (url) {
    const way = await checkServer('DATABASE_URL', url);
    // Poolers refuse options of a connection.
    const options = way === 'server' ? { options: uncompiled } : {};
    if (way !== 'transaction') return connect({ connectionString: url, max, ...options }, log);
    if (!listenUrl) throw lacksDirectWay(url);
    if ((await checkServer('DATABASE_LISTEN_URL', listenUrl)) === 'transaction')
      throw lacksDirectWay(listenUrl);
    return connect({ connectionString: url, max, Client: UnnamedClient }, log, {
      connectionString: listenUrl,
    });
  }
  const server = await startEmbeddedPostgres({ folder, log });
  try {
    await createDatabase(server.connection('postgres'), databaseName);
  } catch (error) {
    await server.stop();
    throw error;
  }
  const open = connect({ ...server.connection(databaseName), max }, log);
  return { ...open, close: () => open.close().then(() => server.stop()) };
}

/** Creates a pool for one database. It connects lazily, so this never fails. */
export function connect(config: PoolConfig, log: Log, direct?: ClientConfig): OpenDatabase {
  const pool = new DatabasePool(config, log, direct);
  return { db: drizzle(pool), pool, close: () => pool.end() };
}

const newClient = (url: string) => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  return client;
};
const formatPlace = ({ host, port, database }: Client) => `${host}:${port}/${database ?? ''}`;

const lacksDirectWay = (url: string) =>
  new StartError(
    `${formatPlace(newClient(url))} leads to a pooler that shares connections between transactions, such as PgBouncer with pool_mode=transaction, and live events need one of their own: set DATABASE_LISTEN_URL to the address of the PostgreSQL itself, or let the pooler share by session (docs/several-processes.md).`,
  );

/**
 * Checks that the address of a setting is usable. Returns where it leads.
 * @throws StartError explaining the problem in one sentence, without the password.
 */
async function checkServer(setting: string, url: string): Promise<ConnectionMode> {
  let client: Client;
  try {
    client = newClient(url);
  } catch {
    throw new StartError(
      `${setting} is not an address that PostgreSQL understands; it looks like postgres://user:password@host:5432/database`,
    );
  }
  const where = formatPlace(client);
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`Can't connect to the PostgreSQL of ${setting} (${where}): ${explain(error)}`);
  }
  try {
    const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
    const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
    if (version < oldestServer)
      throw new StartError(
        `The PostgreSQL of ${setting} (${where}) is version ${version}; ${oldestServer} or newer is needed.`,
      );
    return await lookPast(client, url);
  } finally {
    await client.end();
  }
}

async function lookPast(client: Client, url: string): Promise<ConnectionMode> {
  const other = newClient(url);
  let isOpen = false;
  try {
    return await detectConnectionMode(toProbedClient(client), async () => {
      isOpen = true;
      await other.connect();
      return toProbedClient(other);
    });
  } finally {
    if (isOpen) await other.end();
  }
}
const toProbedClient = (client: Client): ProbedClient => ({
  processID: (client as unknown as { processID: number | null }).processID,
  query: (text) => client.query<{ pid: number }>(text),
});

/** Node tries every address of a host name and reports the failures together, with an empty message. */
const explain = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(errorMessage).join('; ') : errorMessage(error);

async function createDatabase(server: ClientConfig, name: string): Promise<void> {
  const client = new Client(server);
  // A lost connection already fails the query.
  client.on('error', () => {});
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

export interface ConnectionRoom {
  /** How many connections the server allows the site, all processes together. */
  readonly allowed: number;
  readonly taken: number;
}

/** The connections left by the limits of the server, the database, and the role. */
export async function connectionRoom(pool: DatabasePool): Promise<ConnectionRoom> {
  const { rows } = await pool.query<{ allowed: number; taken: number }>(`
    SELECT least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int - coalesce(current_setting('reserved_connections', true)::int, 0),
        nullif(greatest(datconnlimit, -1), -1), nullif(greatest(rolconnlimit, -1), -1)) AS allowed,
      (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()) AS taken
    FROM pg_database, pg_roles WHERE datname = current_database() AND rolname = current_user`);
  return rows[0] ?? { allowed: 0, taken: 0 };
}
