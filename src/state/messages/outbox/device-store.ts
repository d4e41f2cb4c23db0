import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { limits } from '#config/limits.ts';
import { inOrder, memoryStore } from './memory-store.ts';
import type { OutboxEntry, OutboxStore } from './outbox.ts';

interface Schema extends DBSchema {
  messages: { key: string; value: OutboxEntry; indexes: { userId: string } };
}
type Database = IDBPDatabase<Schema>;

const countBytes = (entries: readonly OutboxEntry[]): number =>
  entries.flatMap(({ blobs }) => blobs).reduce((sum, { blob }) => sum + blob.size, 0);

function openDatabase(name: string): () => Promise<Database> {
  let opened: Promise<Database> | undefined;
  const forget = () => (opened = undefined);
  return () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade: (db) => {
        db.createObjectStore('messages', { keyPath: 'clientId' }).createIndex('userId', 'userId');
      },
      // A closed database is opened again by the next call.
      terminated: forget,
    }).catch((error: unknown) => {
      forget();
      throw error;
    });
    return opened;
  };
}

/** The store in IndexedDB. Rejects if the browser has none, or its space is used up. */
function databaseStore(name: string): OutboxStore {
  const open = openDatabase(name);
  return {
    put: async (entry) => {
      const tx = (await open()).transaction('messages', 'readwrite');
      const mine = await tx.store.index('userId').getAll(entry.userId);
      const isFull = entry.blobs.length > 0 && countBytes([...mine, entry]) > limits.outboxBytes;
      if (!isFull) await tx.store.put(entry);
      await tx.done;
      return isFull ? 'full' : 'saved';
    },
    list: async (userId) =>
      (await (await open()).getAllFromIndex('messages', 'userId', userId)).sort(inOrder),
    change: async (clientId, change) => {
      const tx = (await open()).transaction('messages', 'readwrite');
      const known = await tx.store.get(clientId);
      const changed = known ? { ...known, ...change } : null;
      if (changed) await tx.store.put(changed);
      await tx.done;
      return changed;
    },
    remove: async (clientId, { unlessSending = false } = {}) => {
      const tx = (await open()).transaction('messages', 'readwrite');
      const known = await tx.store.get(clientId);
      const mustStay = unlessSending && known?.isSending === true;
      if (known && !mustStay) await tx.store.delete(clientId);
      await tx.done;
      if (!known) return 'absent';
      return mustStay ? 'sending' : 'removed';
    },
    clear: async (userId) => {
      const tx = (await open()).transaction('messages', 'readwrite');
      for (const key of await tx.store.index('userId').getAllKeys(userId)) await tx.store.delete(key);
      await tx.done;
    },
  };
}

/** The messages of this device in IndexedDB; what it doesn't take stays in memory. */
export function deviceStore(name = 'outbox'): OutboxStore {
  const database = databaseStore(name);
  const memory = memoryStore();
  return {
    put: async (entry) => {
      const saved = await database
        .put(entry)
        .catch(() => (entry.blobs.length > 0 ? ('full' as const) : ('memory' as const)));
      if (saved === 'full') await memory.put({ ...entry, state: 'failed' });
      if (saved === 'memory') await memory.put(entry);
      return saved;
    },
    list: async (userId) =>
      [...(await database.list(userId).catch(() => [])), ...(await memory.list(userId))].sort(inOrder),
    change: async (clientId, change) =>
      (await memory.change(clientId, change)) ?? database.change(clientId, change).catch(() => null),
    remove: async (clientId, options) => {
      const removed = await memory.remove(clientId, options);
      return removed === 'absent'
        ? database.remove(clientId, options).catch(() => 'absent' as const)
        : removed;
    },
    clear: async (userId) => {
      await memory.clear(userId);
      await database.clear(userId).catch(() => undefined);
    },
  };
}
