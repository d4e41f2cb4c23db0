import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Db } from '#backend/db/db';
import { migrate } from '#backend/db/migrate';
import * as schema from '#backend/db/schema';
import { type Snapshot, fetchData } from './snapshot.ts';
import { type Store, emptyStore, removeDatabase } from './store.ts';

export interface BrowserDatabase {
  readonly db: Db;
  /** Resolves once everything committed is in IndexedDB. */
  flush(): Promise<void>;
}

const nameOf = (version: string) => `limelight-${version}`;
/** PGlite's own name for the IndexedDB database behind `idb://name`. */
const databaseOf = (version: string) => `/pglite/${nameOf(version)}`;

/** Forgets worlds that were made from another snapshot, or not to the end. */
async function clear(store: Store, version: string): Promise<void> {
  const before = await store.get<string>('facts', 'version');
  await emptyStore();
  for (const old of [before, version]) if (old !== undefined) await removeDatabase(databaseOf(old));
}

/**
 * The database of this browser profile, kept in IndexedDB: as it was left, or made anew from the snapshot when that has changed.
 * Only one process may have it open; the caller holds the lock.
 */
export async function openDatabase(store: Store, snapshot: Snapshot | null): Promise<BrowserDatabase> {
  const version = snapshot?.version ?? 'empty';
  const isKept = (await store.get<string>('facts', 'version')) === version;
  if (!isKept) await clear(store, version);
  const loadDataDir = !isKept && snapshot ? await fetchData(snapshot) : undefined;
  // Written to IndexedDB a request at a time (`flush`), not a query at a time.
  const client = await PGlite.create({ dataDir: `idb://${nameOf(version)}`, relaxedDurability: true, loadDataDir });
  const db: Db = drizzle(client, { schema });
  await migrate(db);
  await client.syncToFs();
  await store.put('facts', 'version', version);
  return { db, flush: () => client.syncToFs() };
}

/** A database in memory: where the kept one is in use by another tab's worker, or can't be had. */
export async function openTemporaryDatabase(snapshot: Snapshot | null): Promise<BrowserDatabase> {
  const loadDataDir = snapshot ? await fetchData(snapshot) : undefined;
  const db: Db = drizzle(await PGlite.create({ loadDataDir }), { schema });
  await migrate(db);
  return { db, flush: async () => {} };
}
