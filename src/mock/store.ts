/** What outlives a reload besides the database: uploaded objects, and which snapshot the database was made from. */
export interface Store {
  get<T>(table: Table, key: string): Promise<T | undefined>;
  put(table: Table, key: string, value: unknown): Promise<void>;
  remove(table: Table, key: string): Promise<void>;
}
type Table = 'objects' | 'facts';

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused'));
  });

/** Removes a whole IndexedDB database; one that isn't there is no error. */
export const removeDatabase = (name: string): Promise<unknown> => settled(indexedDB.deleteDatabase(name));

const storeName = 'limelight-mock';

/** Opens the browser's own key-value store, empty at first. */
export async function openStore(): Promise<Store> {
  const opening = indexedDB.open(storeName, 1);
  opening.onupgradeneeded = () => {
    for (const table of ['objects', 'facts'] satisfies Table[]) opening.result.createObjectStore(table);
  };
  const database = await settled(opening);
  const within = (table: Table, mode: IDBTransactionMode) => database.transaction(table, mode).objectStore(table);
  return {
    get: (table, key) => settled(within(table, 'readonly').get(key)),
    put: async (table, key, value) => void (await settled(within(table, 'readwrite').put(value, key))),
    remove: (table, key) => settled(within(table, 'readwrite').delete(key)),
  };
}

/** Empties it. */
export async function emptyStore(): Promise<void> {
  const opening = indexedDB.open(storeName, 1);
  const database = await settled(opening);
  const tables = [...database.objectStoreNames];
  await Promise.all(tables.map((table) => settled(database.transaction(table, 'readwrite').objectStore(table).clear())));
  database.close();
}
