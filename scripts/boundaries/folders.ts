// Limits the number of files per folder.
import { posix } from 'node:path';
import type { Finding } from './places.ts';

/** With more names than fit on a screen, people search instead of reading. */
const mostFiles = 30;

/** Folders under src that directly contain too many source files. */
export function folderFindings(files: readonly string[]): Finding[] {
  const counts = new Map<string, number>();
  for (const file of files.filter((name) => name.startsWith('src/')))
    counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > mostFiles)
    .map(([file, count]) => ({
      file,
      problem: `${count} source files stand directly in it; more than ${mostFiles} are folders of their own`,
    }));
}
