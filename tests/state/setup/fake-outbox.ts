import { localLocks } from '#state/messages/outbox/local-locks.ts';
import { memoryStore } from '#state/messages/outbox/memory-store.ts';
import type { OutboxDevice } from '#state/messages/outbox/outbox.ts';

/** An outbox that lasts as long as the test. */
export const fakeOutbox = (): OutboxDevice => ({
  store: memoryStore(),
  hold: localLocks(),
  tell: () => undefined,
  listen: () => () => undefined,
});
