import type { Log } from '#backend/ports';

/** A log for tests that want none. */
export const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} };
