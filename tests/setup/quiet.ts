import type { Log } from '#backend/ports.ts';

/** A log for tests that want none. */
export const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} };
