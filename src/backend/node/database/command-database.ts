import { join } from 'node:path';
import type { Env } from '#config/env.ts';
import type { Log } from '../../ports.ts';
import { connect, databaseName, openDatabase } from './database.ts';
import type { OpenDatabase } from './database.ts';
import { runningPostgres } from './embedded-postgres.ts';
import type { Lock } from './lock.ts';
import { lockFolder } from './lock.ts';
import { StartError } from '../process/start-error.ts';

/**
 * Opens the database for a command that may run with or without the server: the running server's, or else one
 * started for as long as the command takes. The schema may be older than this version, so migrate it.
 */
export async function openDatabaseBeside({
  env,
  log,
}: {
  env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'> & Partial<Pick<Env, 'DATABASE_LISTEN_URL'>>;
  log: Log;
}): Promise<OpenDatabase> {
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
