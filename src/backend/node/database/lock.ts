import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../process/process-state.ts';
import { codeOf, reasonOf, StartError } from '../process/start-error.ts';

export interface Lock {
  release(): Promise<void>;
}
interface Holder {
  readonly pid: number;
  /** Tells a process id that was given out again from the holder's; empty where the system doesn't say. */
  readonly born: string;
}

/**
 * Makes `folder` ours alone until released or until this process is gone, however it goes. Throws StartError
 * when somebody else has it.
 */
export async function lockFolder(folder: string): Promise<Lock> {
  const file = join(folder, 'lock');
  const own = `${file}.${process.pid}`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(own, JSON.stringify({ pid: process.pid, born: birthOf(process.pid) } satisfies Holder));
  } catch (error) {
    throw new StartError(
      `Can't write to the data folder ${folder} (${reasonOf(error)}): give this account the right to, or set another DATA_DIR.`,
    );
  }
  try {
    while (!(await claim(own, file))) await clearStale(file, folder);
  } finally {
    await rm(own, { force: true });
  }
  return { release: () => rm(file, { force: true }) };
}

/** A hard link is made by one process only, and holds the whole text from its first moment. */
async function claim(own: string, file: string): Promise<boolean> {
  try {
    await link(own, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function clearStale(file: string, folder: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return;
  const holder = parse(text);
  if (holder && isAlive(holder.pid) && birthOf(holder.pid) === holder.born) {
    throw new StartError(
      `The data folder ${folder} is in use by another process (${holder.pid}): stop that one first, or set another DATA_DIR.`,
    );
  }
  // Only one of several finders moves it away; the others find it gone and try again.
  const aside = `${file}.stale.${process.pid}`;
  await rename(file, aside).catch(() => {});
  const moved = await readFile(aside, 'utf8').catch(() => null);
  // Somebody was quicker and this is their fresh lock: back with it.
  if (moved !== null && moved !== text) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}

function parse(text: string): Holder | null {
  try {
    const { pid, born } = JSON.parse(text) as Partial<Holder>;
    return typeof pid === 'number' && typeof born === 'string' ? { pid, born } : null;
  } catch {
    return null;
  }
}

/** When a process began, in the system's own count since boot. */
function birthOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
