import type { Log } from '#backend/ports.ts';

/** A log that discards everything. */
export const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} };
