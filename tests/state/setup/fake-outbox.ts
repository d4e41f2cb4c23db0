// Loaded on use; here beforehand, because loading takes real time, which fake clocks don't wait for.
import '#state/messages/outbox/loaded-parts.ts';
import '#state/messages/voice/restoring.ts';
import { localLocks } from '#state/messages/outbox/local-locks.ts';
import { memoryStore } from '#state/messages/outbox/memory-store.ts';
import type { OutboxDevice } from '#state/messages/outbox/outbox.ts';

/** An outbox that lasts as long as the test. */
export const fakeOutbox = (): OutboxDevice => ({
  store: memoryStore(),
  hold: localLocks(),
  publish: () => undefined,
  listen: () => () => undefined,
});
