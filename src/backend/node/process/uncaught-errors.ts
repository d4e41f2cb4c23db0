import type { Log } from '../../ports/ports.ts';

interface Options {
  readonly log: Log;
  readonly now?: () => number;
}

/** Limits log lines, so that an error that keeps recurring can't fill the disk. */
const mostInAMinute = 20;

/**
 * Handles `uncaughtException` and `unhandledRejection` once the server is up: the error is logged and
 * reported, and other requests go on. See docs/decisions/0019-errors-nobody-prepared-for.md.
 */
export function surviveErrors({ log, now = Date.now }: Options): (error: unknown) => void {
  let recent: number[] = [];
  return (error) => {
    const time = now();
    recent = recent.filter((at) => at > time - 60_000);
    if (recent.length >= mostInAMinute) return;
    recent.push(time);
    const more = recent.length === mostInAMinute ? ' Similar errors are hidden for a minute.' : '';
    log.error(`Unexpected error. Continuing.${more}`, { error });
  };
}
