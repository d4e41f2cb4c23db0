// Where a file is, and where a path in it leads.
import { posix } from 'node:path';

export interface Place {
  readonly file: string;
  readonly folder: string;
  readonly path: string;
  readonly area: string | undefined;
}

/** Splits a path from the project's root into folder, area (of a feature) and path within the folder. */
export function placeOf(file: string): Place {
  const parts = file.split('/');
  const [folder = '', ...rest] = parts[0] === 'src' ? parts.slice(1) : parts;
  return { file, folder, path: rest.join('/'), area: rest[0] };
}

/** Resolves one of our imports (`#folder/…` or relative) to a path from the project's root. */
export const fileOf = (file: string, from: string): string =>
  from.startsWith('#') ? `src/${from.slice(1)}` : posix.normalize(posix.join(posix.dirname(file), from));

/**
 * In the backend, the area of a domain file, or the part of the backend (`kernel`, `jobs`, `sockets.ts`).
 * Elsewhere, the folder.
 */
export function ownerOf(file: string): string {
  const { folder, path } = placeOf(file);
  if (folder !== 'backend') return folder;
  const [first = '', second = ''] = path.split('/');
  return first === 'domain' ? second : first;
}

/** A rule violation. Each of `excuses` is a line of `exceptions.ts` that would allow it. */
export interface Finding {
  readonly file: string;
  readonly problem: string;
  readonly excuses?: readonly string[];
}
