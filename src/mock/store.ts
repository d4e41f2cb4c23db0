/**
 * Storage besides the database that survives a reload: uploaded objects, and which snapshot the database was
 * made from.
 */
export interface Store {
  /** False when it ends with the worker. */
  readonly isPersistent: boolean;
  get<T>(table: Table, key: string): Promise<T | undefined>;
  put(table: Table, key: string, value: unknown): Promise<void>;
  remove(table: Table, key: string): Promise<void>;
  clear(): Promise<void>;
}
type Table = 'objects' | 'facts';

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused'));
  });

/** Deletes an IndexedDB database; a missing one isn't an error. */
export const removeDatabase = (name: string): Promise<unknown> => settled(indexedDB.deleteDatabase(name));

const storeName = 'limelight-mock';
const tables: readonly Table[] = ['objects', 'facts'];

/** The browser's key-value store, initially empty. */
async function openIndexedDb(): Promise<Store> {
  const opening = indexedDB.open(storeName, 1);
  opening.onupgradeneeded = () => tables.forEach((table) => opening.result.createObjectStore(table));
  const database = await settled(opening);
  const within = (table: Table, mode: IDBTransactionMode) =>
    database.transaction(table, mode).objectStore(table);
  return {
    isPersistent: true,
    get: (table, key) => settled(within(table, 'readonly').get(key)),
    put: async (table, key, value) => void (await settled(within(table, 'readwrite').put(value, key))),
    remove: (table, key) => settled(within(table, 'readwrite').delete(key)),
    clear: async () =>
      void (await Promise.all(tables.map((table) => settled(within(table, 'readwrite').clear())))),
  };
}

/** A store that lasts as long as the worker. */
export function openMemoryStore(): Store {
  const held = new Map<string, unknown>();
  const fullKey = (table: Table, key: string) => `${table}/${key}`;
  return {
    isPersistent: false,
    get: async <T>(table: Table, key: string) => held.get(fullKey(table, key)) as T | undefined,
    put: async (table, key, value) => void held.set(fullKey(table, key), value),
    remove: async (table, key) => void held.delete(fullKey(table, key)),
    clear: async () => held.clear(),
  };
}

/** A private window may have no IndexedDB; then nothing survives a reload. */
export const openStore = (): Promise<Store> => openIndexedDb().catch(() => openMemoryStore());
