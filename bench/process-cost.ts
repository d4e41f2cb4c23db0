import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/** Milliseconds of processor time that a process has used, all its threads together; null where the system has no /proc. */
export function cpuMs(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // In ticks of a hundredth of a second, on every Linux we know.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time a request; NaN where it can't be measured. */
  readonly cpu: number;
  readonly failed: number;
}
export interface Target {
  readonly url: string;
  readonly pid: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections?: number;
  readonly seconds?: number;
}

/** Of requests before anything is measured: by then the engine has compiled what it runs. A time would warm a fast server more than a slow one. */
const warmUp = 3_000;

/** Asks as fast as the answers come. */
export async function load({ url, pid, headers = {}, connections = 10, seconds = 5 }: Target): Promise<Load> {
  const options = { url, connections, headers: { ...headers } };
  await autocannon({ ...options, amount: warmUp });
  const before = cpuMs(pid);
  const result = await autocannon({ ...options, duration: seconds });
  const after = cpuMs(pid);
  const answered = result['2xx'] + result.non2xx;
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
    cpu: before === null || after === null ? Number.NaN : (after - before) / Math.max(1, answered),
  };
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;
