// How files and folders may lie beside each other.
import { posix } from 'node:path';
import type { Finding } from './places.ts';

/** Folders under src that hold a single file, and files that share their name with the folder beside them. */
export function folderFindings(files: readonly string[]): Finding[] {
  const inside = new Map<string, Set<string>>();
  for (const file of files.filter((name) => name.startsWith('src/')))
    for (let path = file; path !== 'src'; path = posix.dirname(path)) {
      const folder = posix.dirname(path);
      inside.set(folder, (inside.get(folder) ?? new Set()).add(path));
    }
  const alone = [...inside].flatMap(([folder, paths]) => {
    const [only = ''] = paths;
    return paths.size === 1 && !inside.has(only)
      ? [{ file: folder, problem: 'it holds a single file: put the file in the folder above' }]
      : [];
  });
  const twins = files
    .filter((file) => inside.has(file.replace(/\.\w+$/, '')))
    .map((file) => ({ file, problem: 'the folder beside it has the same name' }));
  return [...alone, ...twins];
}
