import { readFileSync } from 'node:fs';
import type { Clock } from '../../ports/ports.ts';

const readEveryMs = 100;

/**
 * The system clock. With `offsetFile` (for tests only) it runs ahead by the number of milliseconds in that
 * file, which is reread constantly, so that a test can move time forward.
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
