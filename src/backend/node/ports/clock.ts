import { readFileSync } from 'node:fs';
import type { Clock } from '../../ports.ts';

const readEveryMs = 100;

/**
 * The system's clock. With `offsetFile`, for tests alone, so many milliseconds ahead of it as that file says,
 * read anew all the while: a test moves time on by writing there.
 */
export function createClock(offsetFile: string | undefined): Clock {
  if (offsetFile === undefined) return { now: () => new Date() };
  let offset = 0;
  let readAt = -Infinity;
  return {
    now() {
      if (performance.now() - readAt > readEveryMs) {
        offset = read(offsetFile);
        readAt = performance.now();
      }
      return new Date(Date.now() + offset);
    },
  };
}

function read(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0;
  }
}
