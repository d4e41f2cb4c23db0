import type { OutboxDevice } from './outbox.ts';

/** Locks within one page, where the browser has none between its tabs. */
export function localLocks(): OutboxDevice['hold'] {
  const held = new Map<string, Promise<void>>();
  return async (name, signal) => {
    const before = held.get(name) ?? Promise.resolve();
    const released = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve());
    });
    held.set(
      name,
      before.then(() => released),
    );
    await before;
  };
}
