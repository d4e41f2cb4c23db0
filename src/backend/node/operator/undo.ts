import type { Log } from '../../ports/ports.ts';

/** Cleanup steps, run in reverse order. A failing one doesn't stop the others. */
export interface Undo {
  add(end: () => unknown): void;
  run(): Promise<void>;
}

export function createUndo(log: Log): Undo {
  const ends: (() => unknown)[] = [];
  return {
    add: (end) => void ends.push(end),
    async run() {
      for (let end = ends.pop(); end; end = ends.pop()) {
        try {
          await end();
        } catch (error) {
          log.error('Could not shut down cleanly.', { error });
        }
      }
    },
  };
}
