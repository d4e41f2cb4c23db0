import type { Log } from '#backend/ports/ports.ts';

/** A log that discards everything. */
export const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} };
