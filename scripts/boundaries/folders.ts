// How many files stand side by side.
import { posix } from 'node:path';
import type { Finding } from './places.ts';

/** More than a screen of names is searched, not read. */
const mostFiles = 30;

/** Folders of src that hold too many source files directly. */
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
