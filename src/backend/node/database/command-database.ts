import { join } from 'node:path';
import type { PoolClient } from 'pg';
import type { Env } from '#config/env.ts';
import type { Log } from '../../ports/ports.ts';
import { connect, databaseName, openDatabase } from './database.ts';
import type { OpenDatabase } from './database.ts';
import { runningPostgres } from './embedded-postgres.ts';
import type { Lock } from './lock.ts';
import { lockFolder } from './lock.ts';
import { runningProcess, runningSeconds } from '../process/process-register.ts';
import { StartError } from '../process/start-error.ts';

interface Options {
  readonly env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'> & Partial<Pick<Env, 'DATABASE_LISTEN_URL'>>;
  readonly log: Log;
  /**
   * For a command that can't run beside the server, which holds the lock of its data folder. Servers on another
   * PostgreSQL hold none: `refuseBesideServers` looks for these.
   */
  readonly isAlone?: boolean;
}

const stopFirst = (reason: string) => new StartError(`Stop the server first: ${reason} Nothing was changed.`);

/**
 * Refuses to go on while a server uses this database, or did a moment ago. An empty or broken one has none.
 * @throws StartError
 */
export async function refuseBesideServers(client: Pick<PoolClient, 'query'>): Promise<void> {
  const { rows: known } = await client.query<{ table: string | null }>(
    "SELECT to_regclass('public.processes')::text AS table",
  );
  if (!known[0]?.table) return;
  const { rows } = await client.query<{ host: string }>(
    `SELECT DISTINCT host FROM processes WHERE ${runningProcess} ORDER BY host`,
  );
  if (rows.length === 0) return;
  const hosts = rows.map(({ host }) => host).join(' and ');
  throw stopFirst(
    `one that uses this database is running on ${hosts}, or was killed less than ${runningSeconds} seconds ago.`,
  );
}

/**
 * Opens the database for a command that may run with or without the server: the running server's, or else one
 * started for as long as the command takes. The schema may be older than this version, so migrate it.
 */
export async function openDatabaseBeside({ env, log, isAlone = false }: Options): Promise<OpenDatabase> {
  const folder = join(env.DATA_DIR, 'postgres');
  // A command needs few connections, and a restore one for long, so it takes the way past a pooler.
  const url = env.DATABASE_LISTEN_URL ?? env.DATABASE_URL;
  if (url) return openDatabase({ url, folder, log });
  let lock: Lock;
  try {
    lock = await lockFolder(env.DATA_DIR);
  } catch (error) {
    const connection = error instanceof StartError ? await runningPostgres(folder) : null;
    if (!connection) throw error;
    if (isAlone) throw stopFirst(`it is using the data folder ${env.DATA_DIR}.`);
    return connect(connection(databaseName), log);
  }
  try {
    const open = await openDatabase({ url: undefined, folder, log });
    return { ...open, close: () => open.close().finally(() => lock.release()) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
