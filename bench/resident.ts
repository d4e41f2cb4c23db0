import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Memory of a process in MB: resident in total, private (anonymous), and pages of mapped files. */
export interface Resident {
  readonly all: number;
  readonly own: number;
  readonly mapped: number;
}

const inFile = (file: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(file)?.[1] ?? Number.NaN) / 1024;

/** Null without /proc. */
export function residentOf(pid: number): Resident | null {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const [all, own] = [
      inFile(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS'),
      inFile(rollup, 'Anonymous'),
    ];
    return { all, own, mapped: all - own };
  } catch {
    return null;
  }
}

/** What V8 reports, in MB: used heap, committed heap, and external memory such as buffers and compressors. */
export interface Heap {
  readonly used: number;
  readonly kept: number;
  readonly beside: number;
}
interface Report {
  readonly javascriptHeap: {
    readonly usedMemory: number;
    readonly totalCommittedMemory: number;
    readonly externalMemory: number;
  };
}

/** Node writes a diagnostic report on a signal, so that no endpoint of the product has to expose this. */
export function reporting(): { readonly env: Record<string, string>; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'limelight-report-'));
  return {
    folder,
    env: {
      NODE_OPTIONS: `--report-on-signal --report-exclude-network --report-exclude-env --report-directory=${folder}`,
    },
  };
}

/** Null if no report is written within ten seconds. */
export async function heapOf(pid: number, folder: string): Promise<Heap | null> {
  const before = readdirSync(folder).length;
  process.kill(pid, 'SIGUSR2');
  for (let n = 0; n < 100; n++) {
    await sleep(100);
    const files = readdirSync(folder).toSorted();
    const report = files.length > before ? parsed(join(folder, files.at(-1) ?? '')) : null;
    if (report) {
      const { usedMemory, totalCommittedMemory, externalMemory } = report.javascriptHeap;
      return {
        used: usedMemory / 2 ** 20,
        kept: totalCommittedMemory / 2 ** 20,
        beside: externalMemory / 2 ** 20,
      };
    }
  }
  return null;
}

/** Null while the file is incomplete. */
function parsed(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return null;
  }
}
