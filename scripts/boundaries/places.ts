// Where a file is, and where a path in it leads.
import { posix } from 'node:path';

export interface Place {
  readonly file: string;
  readonly folder: string;
  readonly path: string;
}

/** Splits a path from the project's root into folder and path within the folder. */
export function placeOf(file: string): Place {
  const parts = file.split('/');
  const [folder = '', ...rest] = parts[0] === 'src' ? parts.slice(1) : parts;
  return { file, folder, path: rest.join('/') };
}

/** Resolves one of our imports (`#folder/…` or relative) to a path from the project's root. */
export const fileOf = (file: string, from: string): string =>
  from.startsWith('#') ? `src/${from.slice(1)}` : posix.normalize(posix.join(posix.dirname(file), from));

/**
 * The area of a file in one of the layers with groups, such as `content/posts`; an area may be a single file
 * (`people/held-words.ts`). Null elsewhere.
 */
export const areaOf = (file: string): string | null =>
  /^src\/(?:backend\/domain|components|features)\/([^/]+\/[^/.]+)/.exec(file)?.[1] ?? null;

/**
 * In the backend, the area of a domain file without its group (`posts`), or the part of the backend (`kernel`, `jobs`,
 * `sockets.ts`). Elsewhere, the folder.
 */
export function ownerOf(file: string): string {
  const { folder, path } = placeOf(file);
  if (folder !== 'backend') return folder;
  const [first = ''] = path.split('/');
  return first === 'domain' ? (areaOf(file)?.split('/')[1] ?? '') : first;
}

/** A rule violation. Each of `excuses` is a line of `exceptions.ts` that would allow it. */
export interface Finding {
  readonly file: string;
  readonly problem: string;
  readonly excuses?: readonly string[];
}
