import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';

/**
 * Whether a process is running, whoever owns it. A zombie (ended, but its exit code not yet collected) isn't.
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

/** The process state letter from /proc, or null where there is no /proc. */
function linuxState(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The line is "pid (name) S …", and the name may contain anything.
    return stat.slice(stat.lastIndexOf(')') + 2).charAt(0);
  } catch {
    return null;
  }
}

/** The command line of a process, or an empty string when unknown. Used to detect a reused process id. */
export function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
  }
}
