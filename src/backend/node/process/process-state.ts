import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';

/**
 * Whether a process runs, whoever owns it. A zombie (dead, but nobody has asked for its exit code) doesn't.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const state = linuxState(pid);
  return state !== 'Z' && state !== 'X';
}

/** The state letter of /proc, or null where there is no /proc. */
function linuxState(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // "pid (name, which may hold anything) S …"
    return stat.slice(stat.lastIndexOf(')') + 2).charAt(0);
  } catch {
    return null;
  }
}

/**
 * The command line of a process, or an empty text when it can't be known. Tells a process id that was used
 * again from the one we meant.
 */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
  }
}
