import { spawn } from 'node:child_process';
import { chown, mkdir, open, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import { realData } from './postgres-cluster.ts';
import type { Cluster } from './postgres-cluster.ts';
import { isAlive, readCommand } from '../process/process-state.ts';
import { errorCode, errorMessage, StartError } from '../process/start-error.ts';

type Connection = (database: string) => ClientConfig;

/** A minimal environment, so that inherited variables such as `PGDATA` have no effect. */
const environment: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  PATH: process.env.PATH ?? '',
  LC_ALL: 'C',
  TZ: 'UTC',
};

const settings = {
  listen_addresses: '',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // These queries take microseconds; compiling them takes longer.
  jit: 'off',
  // Frequently read data is in memory and spinning disks are rare. With the default of 4, small tables are
  // scanned instead of using their index.
  random_page_cost: '1.1',
};
const undurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Creates the data folder if there is none. If interrupted, it leaves nothing that could be mistaken for one.
 */
export async function initialise(cluster: Cluster): Promise<void> {
  if (existsSync(join(cluster.data, 'PG_VERSION'))) return;
  await rm(cluster.birthplace, { recursive: true, force: true });
  await mkdir(cluster.birthplace, { mode: 0o700 });
  if (cluster.runAs) await chown(cluster.birthplace, cluster.runAs.uid, cluster.runAs.gid);
  const options = [
    '-D',
    cluster.birthplace,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  const output = await runProgram(cluster, 'initdb', cluster.durable ? options : [...options, '--no-sync']);
  if (output !== null)
    throw new StartError(`The database could not be created in ${cluster.data}: ${output}`);
  if (dirname(cluster.birthplace) === dirname(cluster.data)) await rename(cluster.birthplace, cluster.data);
  else await symlink(cluster.birthplace, cluster.data);
}

/**
 * Returns what is wrong with a data folder that should exist, or null when it can be started. A missing
 * folder is never recreated, because it may come back (an unmounted disk).
 */
export async function checkData(cluster: Cluster): Promise<string | null> {
  const dataVersion = await readFile(join(cluster.data, 'PG_VERSION'), 'utf8').catch(() => null);
  if (dataVersion === null)
    return `The database's folder ${cluster.data} isn't there anymore, or can't be read: bring it back, or restore a backup.`;
  const own = await readFile(join(cluster.native, 'share', 'postgresql', 'postgres.bki'), 'utf8').catch(
    () => '',
  );
  const version = /^# PostgreSQL (\d+)/.exec(own)?.[1];
  if (version && version !== dataVersion.trim())
    return `The database in ${cluster.data} is one of PostgreSQL ${dataVersion.trim()}; this version brings PostgreSQL ${version}. Restore a backup into a new DATA_DIR.`;
  const control = await stat(join(cluster.data, 'global', 'pg_control')).catch(() => null);
  return control?.size
    ? null
    : `The database's folder ${cluster.data} isn't whole (global/pg_control is missing): restore a backup into a new DATA_DIR.`;
}

/** Runs a PostgreSQL program. Resolves to null on success, else to the end of its output. */
function runProgram(cluster: Cluster, program: string, options: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(join(cluster.native, 'bin', program), options, {
      ...cluster.runAs,
      cwd: '/',
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2_000)));
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => resolve(code === 0 ? null : lastWords(output)));
  });
}

const lastWords = (text: string): string => {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return (
    lines.findLast((line) => /FATAL|PANIC|error:/i.test(line))?.replace(/^.*?(FATAL|PANIC|error):\s*/i, '') ??
    lines.at(-1) ??
    'it gave no reason'
  );
};

/**
 * Whether a server accepts connections: `none`, `starting` (also recovering or shutting down), or `ready`.
 */
export async function probeServer(connection: Connection): Promise<'none' | 'starting' | 'ready'> {
  const client = new Client({ ...connection('postgres'), connectionTimeoutMillis: 2_000 });
  // A server that dies right after replying must not crash this process.
  client.on('error', () => {});
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    const code = errorCode(error);
    if (code === '57P03') return 'starting';
    return code === '53300' ? 'ready' : 'none';
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * The process id of a server left running for this cluster, once it accepts connections; null if there is
 * none.
 */
export async function leftRunning(cluster: Cluster, connection: Connection): Promise<number | null> {
  const file = join(cluster.data, 'postmaster.pid');
  for (let tries = 0; tries < 600; tries++) {
    const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
    if (!(pid > 0) || !isAlive(pid)) return null;
    if ((await probeServer(connection)) === 'ready') return pid;
    if (!/postgres/.test(readCommand(pid) || 'postgres')) {
      // The process id now belongs to another program (after a container restart), and PostgreSQL would
      // assume it is already running.
      await rm(file, { force: true });
      return null;
    }
    await sleep(50);
  }
  throw new StartError(
    `A PostgreSQL of an earlier start still runs on ${cluster.data} but doesn't answer; see ${cluster.logFile}`,
  );
}

/**
 * Starts the server and waits until it is ready, including crash recovery.
 * @throws StartError when it doesn't start.
 */
export async function launch(cluster: Cluster, connection: Connection): Promise<number> {
  const wrong = await checkData(cluster);
  if (wrong) throw new StartError(wrong);
  const until = Date.now() + 15_000;
  for (;;) {
    const outcome = await launchOnce(cluster, connection);
    if (typeof outcome === 'number') return outcome;
    // After only its main process was killed, workers linger for a moment and hold its shared memory.
    if (!/shared memory|already exists/.test(outcome) || Date.now() > until) {
      throw new StartError(`The built-in PostgreSQL did not start: ${outcome} (its log: ${cluster.logFile})`);
    }
    await sleep(200);
  }
}

async function launchOnce(cluster: Cluster, connection: Connection): Promise<number | string> {
  const all = { ...settings, ...(cluster.durable ? {} : undurable), unix_socket_directories: cluster.socket };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  await keepLogSmall(cluster.logFile);
  const log = await open(cluster.logFile, 'a');
  const from = (await log.stat()).size;
  // Detached because Ctrl-C in a terminal reaches the whole process group, while requests in flight still
  // need the database.
  const child = spawn(join(cluster.native, 'bin', 'postgres'), ['-D', await realData(cluster), ...options], {
    ...cluster.runAs,
    cwd: '/',
    env: environment,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  let ended: string | null = null;
  child.on('error', (error) => (ended = error.message));
  child.on('exit', () => (ended ??= ''));
  child.unref();
  await log.close();
  while (ended === null) {
    if (child.pid && (await probeServer(connection)) === 'ready') return child.pid;
    await sleep(10);
  }
  return ended || lastWords((await readFile(cluster.logFile)).subarray(from).toString());
}

async function keepLogSmall(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > 5_000_000) await rename(file, `${file}.1`).catch((error: unknown) => errorMessage(error));
}
