import { randomUUID } from 'node:crypto';
import * as indexedDb from 'fake-indexeddb';
import { afterAll, vi } from 'vitest';
import type { KeyValue, SagaDeps } from '#state/deps.ts';
import { deviceStore } from '#state/messages/outbox/device-store.ts';
import { localLocks } from '#state/messages/outbox/local-locks.ts';
import type { OutboxDevice, OutboxNews } from '#state/messages/outbox/outbox.ts';

/** One browser: what its tabs share, and what stays when they are closed. */
export interface Device {
  /** What a new tab has. */
  tab(): Pick<SagaDeps, 'outbox' | 'storage'>;
  /** Whether the message waits on this device. */
  keeps(userId: string, clientId: string): Promise<boolean>;
  /** What waits and what is noted, for the report of a failed run. */
  report(userId: string): Promise<string>;
}

const nothing = () => undefined;
const forgetful: KeyValue = { read: () => null, write: nothing, remove: nothing };

/** Gives the tests of this file an IndexedDB. */
export function withIndexedDb(): void {
  for (const [name, value] of Object.entries(indexedDb))
    if (/^(?:IDB|indexedDB)/.test(name)) vi.stubGlobal(name, value);
  afterAll(() => void vi.unstubAllGlobals());
}

/** A device whose outbox is in IndexedDB, as in a browser. */
export function aDevice(): Device {
  const store = deviceStore(randomUUID());
  const hold = localLocks();
  const noted = new Map<string, string>();
  const local: KeyValue = {
    read: (key) => noted.get(key) ?? null,
    write: (key, value) => void noted.set(key, value),
    remove: (key) => void noted.delete(key),
  };
  const tabs = new Set<(news: OutboxNews | 'online') => void>();
  return {
    tab() {
      let own: ((news: OutboxNews | 'online') => void) | undefined;
      const outbox: OutboxDevice = {
        store,
        hold,
        publish: (news) => tabs.forEach((hear) => hear !== own && hear(news)),
        listen: (hear) => {
          tabs.add((own = hear));
          return () => tabs.delete(hear);
        },
      };
      return { outbox: async () => outbox, storage: { local, session: forgetful } };
    },
    keeps: async (userId, clientId) => (await store.list(userId)).some((each) => each.clientId === clientId),
    async report(userId) {
      const rows = (await store.list(userId)).map(
        ({ message, state, isSending }) => `“${message.text}” ${state}${isSending ? ', being sent' : ''}`,
      );
      return `on the device: ${rows.join(', ') || 'nothing'} (${noted.size > 0 ? 'noted' : 'not noted'})`;
    },
  };
}
