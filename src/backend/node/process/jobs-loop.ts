import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../ports/ports.ts';

/**
 * Runs due jobs every second, one round at a time. The returned function stops the loop: it aborts the round
 * in progress and resolves once that has ended.
 */
export function startJobs(runJobs: (signal: AbortSignal) => Promise<number>, log: Log): () => Promise<void> {
  const stopping = new AbortController();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await runJobs(stopping.signal).catch((error: unknown) =>
        log.error('Jobs could not run; will try again.', { error }),
      );
      await sleep(1_000, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const ended = loop();
  return () => {
    stopping.abort();
    return ended;
  };
}
