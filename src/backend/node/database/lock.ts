import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../process/process-state.ts';
import { errorCode, errorMessage, StartError } from '../process/start-error.ts';

export interface Lock {
  release(): Promise<void>;
}
interface Holder {
  readonly pid: number;
  /** The holder's start time, to detect a reused process id. Empty where the system doesn't provide it. */
  readonly born: string;
}

/**
 * Locks `folder` until released or until this process ends, even if it is killed.
 * @throws StartError when another process holds it.
 */
export async function lockFolder(folder: string): Promise<Lock> {
  const file = join(folder, 'lock');
  const own = `${file}.${process.pid}`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(
      own,
      JSON.stringify({ pid: process.pid, born: readStartTime(process.pid) } satisfies Holder),
    );
  } catch (error) {
    throw new StartError(
      `Can't write to the data folder ${folder} (${errorMessage(error)}): give this account the right to, or set another DATA_DIR.`,
    );
  }
  try {
    while (!(await claim(own, file))) await clearStale(file, folder);
  } finally {
    await rm(own, { force: true });
  }
  return { release: () => rm(file, { force: true }) };
}

/** Creating a hard link succeeds in one process only, and the file is complete from the start. */
async function claim(own: string, file: string): Promise<boolean> {
  try {
    await link(own, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function clearStale(file: string, folder: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return;
  const holder = parse(text);
  if (holder && isAlive(holder.pid) && readStartTime(holder.pid) === holder.born) {
    throw new StartError(
      `The data folder ${folder} is in use by another process (${holder.pid}): stop that one first, or set another DATA_DIR.`,
    );
  }
  // Of several processes that find a stale lock, one moves it away; the others find it gone and try again.
  const stalePath = `${file}.stale.${process.pid}`;
  await rename(file, stalePath).catch(() => {});
  const moved = await readFile(stalePath, 'utf8').catch(() => null);
  // Another process was faster and this is its fresh lock, so put it back.
  if (moved !== null && moved !== text) await link(stalePath, file).catch(() => {});
  await rm(stalePath, { force: true });
}

function parse(text: string): Holder | null {
  try {
    const { pid, born } = JSON.parse(text) as Partial<Holder>;
    return typeof pid === 'number' && typeof born === 'string' ? { pid, born } : null;
  } catch {
    return null;
  }
}

/** A process's start time in clock ticks since boot, or an empty string where there is no `/proc`. */
function readStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
