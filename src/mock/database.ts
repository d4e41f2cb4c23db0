import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Db } from '#backend/db/db.ts';
import { migrate } from '#backend/db/migrate.ts';
import { SavedFiles, createFlush } from './saved-files.ts';
import { type Snapshot, fetchData } from './snapshot.ts';
import { type Store, removeDatabase } from './store.ts';

export interface BrowserDatabase {
  readonly db: Db;
  /** Resolves once everything committed is in IndexedDB. */
  flush(): Promise<void>;
}

/** The database in use and the snapshot it was made from. Written once the database is complete. */
interface SavedDatabase {
  readonly version: string;
  readonly name: string;
}
/** PGlite's name for the IndexedDB database of its files. */
const filesDatabase = (name: string) => `/pglite/${name}`;

async function migrated(client: PGlite): Promise<Db> {
  const db: Db = drizzle(client);
  await migrate(db);
  return db;
}

async function openSaved(name: string, made: File | undefined): Promise<BrowserDatabase> {
  const files = new SavedFiles(name);
  const client = await PGlite.create({ fs: files, loadDataDir: made });
  const db = await migrated(client);
  const flush = createFlush(client, files);
  await flush();
  return { db, flush };
}

/** Creates a new database and deletes the previous one with everything that belonged to it. */
async function make(store: Store, snapshot: Snapshot | null, version: string): Promise<BrowserDatabase> {
  const before = await store.get<SavedDatabase>('facts', 'database');
  await store.clear();
  // Deletion waits until nothing has it open, possibly until this worker ends.
  if (before) void removeDatabase(filesDatabase(before.name)).catch(() => {});
  const name = `limelight-${version}-${crypto.randomUUID().slice(0, 8)}`;
  const database = await openSaved(name, snapshot ? await fetchData(snapshot) : undefined);
  await store.put('facts', 'database', { version, name } satisfies SavedDatabase);
  return database;
}

/** An in-memory database, for when another worker has the stored one open or nothing can be stored. */
async function openTemporary(snapshot: Snapshot | null): Promise<BrowserDatabase> {
  const client = await PGlite.create({ loadDataDir: snapshot ? await fetchData(snapshot) : undefined });
  return { db: await migrated(client), flush: async () => {} };
}

/**
 * Opens this browser profile's database in IndexedDB, or recreates it from the snapshot when that has changed
 * or the stored one can't be read. Only one process may have it open; the caller must hold the lock.
 */
export async function openDatabase(store: Store, snapshot: Snapshot | null): Promise<BrowserDatabase> {
  if (!store.isPersistent) return openTemporary(snapshot);
  const version = snapshot?.version ?? 'empty';
  const stored = await store.get<SavedDatabase>('facts', 'database');
  const reopened =
    stored?.version === version ? await openSaved(stored.name, undefined).catch(() => null) : null;
  return reopened ?? make(store, snapshot, version);
}
