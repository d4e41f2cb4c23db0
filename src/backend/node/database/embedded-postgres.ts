import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import type { Log } from '../../ports/ports.ts';
import { initialise, launch, leftRunning, probeServer } from './postgres-process.ts';
import { prepareCluster, socketFolder } from './postgres-cluster.ts';
import { isAlive } from '../process/process-state.ts';
import { errorMessage, StartError } from '../process/start-error.ts';

export interface EmbeddedPostgres {
  /** `pg` settings for a database on this server. */
  connection(database: string): ClientConfig;
  /** The server's process id. It changes when the server had to be restarted. */
  pid(): number;
  /** Shuts down cleanly: committed data is on disk and open transactions are rolled back. */
  stop(): Promise<void>;
}

interface Options {
  /** Holds the cluster, its socket, and its log. Created when missing. */
  readonly folder: string;
  readonly log: Log;
  /** False turns fsync off, for databases that live only as long as a test run. */
  readonly durable?: boolean;
}

const connectionBy =
  (socket: string) =>
  (database: string): ClientConfig => ({ host: socket, port: 5432, user: 'postgres', database, ssl: false });

/** How long a shutdown may take before open connections are cut. Committed data is safe either way. */
const patienceMs = 6_000;

/**
 * Starts the PostgreSQL in this folder, or takes over one left running by a killed process, and restarts it
 * if it dies. It listens on a Unix socket that only this account can reach. The caller must hold the folder's
 * lock.
 */
export async function startEmbeddedPostgres({
  folder,
  log,
  durable = true,
}: Options): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new StartError(
      'The built-in PostgreSQL is reached by Unix sockets, which Node has none of on Windows: set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  }
  const cluster = await prepareCluster(folder, durable);
  await initialise(cluster);
  const connection = connectionBy(cluster.socket);
  let pid = (await leftRunning(cluster, connection)) ?? (await launch(cluster, connection));
  const stopping = new AbortController();
  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
  const keepRunning = async () => {
    while (!stopping.signal.aborted) {
      await pause(100);
      if (stopping.signal.aborted || isAlive(pid)) continue;
      log.warn('The database stopped unexpectedly; starting it again.', { log: cluster.logFile });
      const again = await launch(cluster, connection).catch((error: unknown) =>
        log.error('The database could not be started again; trying on.', { reason: errorMessage(error) }),
      );
      if (again) pid = again;
      else await pause(1_000);
    }
  };
  const watch = keepRunning();
  return {
    connection,
    pid: () => pid,
    async stop() {
      stopping.abort();
      await watch;
      await end(pid);
    },
  };
}

async function end(pid: number): Promise<void> {
  const started = Date.now();
  const send = (signal: NodeJS.Signals) => isAlive(pid) && process.kill(pid, signal);
  send('SIGINT');
  let cut = false;
  while (isAlive(pid)) {
    await sleep(10);
    if (cut || Date.now() - started < patienceMs) continue;
    cut = true;
    send('SIGQUIT');
  }
}

/**
 * Connection settings for a cluster that another process keeps running, as when a command runs beside the
 * server. Null when there is none.
 */
export async function runningPostgres(folder: string): Promise<((database: string) => ClientConfig) | null> {
  const connection = connectionBy(await socketFolder(folder));
  return (await probeServer(connection)) === 'ready' ? connection : null;
}
