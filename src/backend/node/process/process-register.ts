import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import type { Env } from '#config/env.ts';
import { type Db, fetchRows } from '../../db/db.ts';
import type { Log } from '../../ports/ports.ts';

/** How often a process updates its row. After four times as long without an update it counts as gone. */
const beatMs = 5_000;
export const runningSeconds = 20;
/** SQL condition: the process of a row is running. */
export const runningProcess = `seen_at > now() - interval '${runningSeconds} seconds'`;
const isRunning = sql.raw(runningProcess);

interface Store {
  readonly id: string;
  readonly place: string;
}

/**
 * Identifies a data folder by an id stored in it: two machines may mount one shared folder at different
 * paths, or two folders at the same path.
 */
async function diskStore(folder: string): Promise<Store> {
  const file = join(folder, 'store-id');
  const fresh = `${file}.${process.pid}`;
  await mkdir(folder, { recursive: true });
  await writeFile(fresh, `${randomUUID()}\n`);
  // If several processes start together, the first one's id is kept.
  await link(fresh, file).catch(() => {});
  await rm(fresh, { force: true });
  return { id: (await readFile(file, 'utf8')).trim(), place: `${folder} on ${hostname()}` };
}

/** Of a process for pages, which stores no files. */
const noStore: Store = { id: '', place: 'no files' };

/** Where this process stores files. */
function findStore({ S3_ENDPOINT, S3_BUCKET, DATA_DIR }: Env): Store | Promise<Store> {
  if (!S3_ENDPOINT) return diskStore(DATA_DIR);
  const place = `the bucket ${S3_BUCKET} of ${S3_ENDPOINT}`;
  return { id: place, place };
}

interface Options {
  readonly env: Env;
  readonly db: Db;
  readonly log: Log;
  /** Another process ended without removing its entry: it may have stored something and told nobody. */
  readonly onLoss?: () => void;
}

/** Updates the row of a process, which another one may have removed while this one was stopped or cut off. */
const update = (db: Db, row: SQL) =>
  db.execute(sql`
    INSERT INTO processes (id, role, host, store_id, store, started_at, seen_at) VALUES (${row}, now(), now())
    ON CONFLICT (id) DO UPDATE SET seen_at = now()`);

/**
 * Keeps the row of a process up to date, from now on, and looks for others that were killed. Only one process
 * finds each of them, because it removes its row. The returned function stops and waits for the last update.
 */
async function beating(db: Db, row: SQL, onLoss: () => void): Promise<() => Promise<void>> {
  let beatAt = Date.now();
  const beat = async () => {
    // After an interruption that everybody shared, such as the database's, the others first get a turn.
    const isLate = Date.now() - beatAt > 2 * beatMs;
    await update(db, row);
    beatAt = Date.now();
    if (isLate) return;
    const lost = await fetchRows(
      db.execute(sql`DELETE FROM processes WHERE NOT (${isRunning}) RETURNING id`),
    );
    if (lost.length > 0) onLoss();
  };
  await beat();
  let last = Promise.resolve();
  const timer = setInterval(() => void (last = beat().catch(() => {})), beatMs).unref();
  return () => {
    clearInterval(timer);
    return last;
  };
}

/** Whether a process that carries live streams runs, as it was up to `keepMs` ago: every page asks. */
export function findsLive(db: Db, keepMs = beatMs): () => Promise<boolean> {
  let [found, at] = [Promise.resolve(false), Number.NEGATIVE_INFINITY];
  const look = async () =>
    (await fetchRows(db.execute(sql`SELECT 1 FROM processes WHERE role = 'live' AND ${isRunning} LIMIT 1`)))
      .length > 0;
  return () => {
    if (Date.now() - at >= keepMs) {
      at = Date.now();
      found = look();
      // The next one asks again.
      found.catch(() => (at = Number.NEGATIVE_INFINITY));
    }
    return found;
  };
}

/** Calls of one stream would reach one of two processes, by chance. */
async function warnOfSecond({ db, log, id }: { db: Db; log: Log; id: string }): Promise<void> {
  const [other] = await fetchRows<{ host: string }>(
    db.execute(sql`SELECT host FROM processes WHERE role = 'live' AND id <> ${id} AND ${isRunning}`),
  );
  if (other)
    log.warn(
      'Another process with ROLE=live was there less than 20 seconds ago. If it still runs, stop one of them: streams live in one process (docs/several-processes.md).',
      { host: other.host },
    );
}

/**
 * Registers this process and its file storage in the database, and warns when another process stores files
 * elsewhere, because files uploaded to one would be missing from the other. The returned function removes the
 * entry. The embedded database has only one process and needs none.
 */
export async function registerProcess({
  env,
  db,
  log,
  onLoss = () => {},
}: Options): Promise<() => Promise<void>> {
  if (!env.DATABASE_URL) return async () => {};
  const store = env.ROLE === 'web' ? noStore : await findStore(env);
  const id = randomUUID();
  const row = sql`${id}, ${env.ROLE}, ${hostname()}, ${store.id}, ${store.place}`;
  const stop = await beating(db, row, onLoss);
  if (env.ROLE === 'live') await warnOfSecond({ db, log, id });
  const others = await fetchRows<{ store: string }>(
    db.execute(sql`
    SELECT DISTINCT store FROM processes WHERE store_id <> ${store.id} AND store_id <> ${noStore.id} AND ${isRunning} ORDER BY store`),
  );
  if (others.length > 0 && store !== noStore) {
    const places = others.map(({ store: place }) => place).join(' and ');
    log.warn(
      `This process stores files in ${store.place}, another on the same database in ${places}: ` +
        'files uploaded to one are missing on the other. Use the same DATA_DIR for all, or store files on S3 (docs/several-processes.md).',
    );
  }
  return async () => {
    await stop();
    await Promise.resolve(db.execute(sql`DELETE FROM processes WHERE id = ${id}`)).catch(() => {});
  };
}
