import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';

/** Linux counts processor time in ticks of 10 ms. */
const tickMs = 10;
interface Times {
  readonly parent: number;
  readonly own: number;
  /** Of child processes that have ended. */ readonly ended: number;
}

/** Processor time of all threads in milliseconds; null if the process or /proc doesn't exist. */
function timesOf(pid: number | string): Times | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [
      fields[1],
      fields[11],
      fields[12],
      fields[13],
      fields[14],
    ];
    return { parent, own: (user + system) * tickMs, ended: (endedUser + endedSystem) * tickMs };
  } catch {
    return null;
  }
}

/**
 * Processor time that a process has used, all threads together, in milliseconds; null if the system has no
 * /proc.
 */
export const cpuMs = (pid: number): number | null => timesOf(pid)?.own ?? null;

/**
 * Processor time of a data folder's built-in database in milliseconds, including its child processes and
 * those that have ended.
 */
export function databaseCpuMs(dataDir: string): number | null {
  let server: number;
  try {
    server = Number.parseInt(readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return null;
  }
  const times = timesOf(server);
  if (!times) return null;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(timesOf)
    .filter((each) => each?.parent === server);
  return children.reduce((sum, each) => sum + (each?.own ?? 0), times.own + times.ended);
}

export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /**
   * Processor time per request in milliseconds, of the server and its database; NaN if it can't be measured.
   */
  readonly cpu: number;
  readonly database: number;
  readonly failed: number;
}
export interface Target {
  readonly url: string;
  readonly pid: number;
  /** The server's data folder, to measure its database too. */
  readonly dataDir?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections?: number;
  readonly seconds?: number;
}

/**
 * Number of requests before measuring, so that V8 has compiled the hot code. A number rather than a duration,
 * because a duration would warm up a fast server more than a slow one.
 */
const warmUp = 3_000;

/** Sends requests as fast as they are answered. */
export async function load({
  url,
  pid,
  dataDir,
  headers = {},
  connections = 10,
  seconds = 5,
}: Target): Promise<Load> {
  const options = { url, connections, headers: { ...headers } };
  await autocannon({ ...options, amount: warmUp });
  const used = () => ({
    server: cpuMs(pid) ?? Number.NaN,
    database: (dataDir === undefined ? null : databaseCpuMs(dataDir)) ?? Number.NaN,
  });
  const before = used();
  const result = await autocannon({ ...options, duration: seconds });
  const after = used();
  const answered = result['2xx'] + result.non2xx;
  const each = (part: 'server' | 'database') => (after[part] - before[part]) / Math.max(1, answered);
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
    cpu: each('server'),
    database: each('database'),
  };
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;
