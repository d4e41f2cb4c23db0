import type { Log } from '../../ports.ts';

interface Options {
  readonly log: Log;
  readonly now?: () => number;
}

/** What fails over and over shouldn't fill the disk with its own story. */
const mostInAMinute = 20;

/**
 * For `uncaughtException` and `unhandledRejection` once the server answers: an error that nothing was
 * prepared for is logged, and reported by the log, and what the others are doing goes on. See
 * docs/decisions/errors-nobody-prepared-for.md.
 */
export function surviveErrors({ log, now = Date.now }: Options): (error: unknown) => void {
  let recent: number[] = [];
  return (error) => {
    const moment = now();
    recent = recent.filter((at) => at > moment - 60_000);
    if (recent.length >= mostInAMinute) return;
    recent.push(moment);
    const more = recent.length === mostInAMinute ? ' Similar errors are hidden for a minute.' : '';
    log.error(`Unexpected error. Continuing.${more}`, { error });
  };
}
