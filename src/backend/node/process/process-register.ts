import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Env } from '#config/env.ts';
import { type Db, rowsOf } from '../../db/db.ts';
import type { Log } from '../../ports.ts';

/**
 * A process says so often that it is there; after three times as long without a word it is taken for gone.
 */
const beatMs = 30_000;
const isThere = sql`seen_at > now() - interval '90 seconds'`;

interface Store {
  readonly id: string;
  readonly place: string;
}

/**
 * A data folder is told apart by an id that lies in it: two machines may call one shared folder by different
 * names, or two folders by the same.
 */
async function diskStore(folder: string): Promise<Store> {
  const file = join(folder, 'store-id');
  const fresh = `${file}.${process.pid}`;
  await mkdir(folder, { recursive: true });
  await writeFile(fresh, `${randomUUID()}\n`);
  // Of several processes that start together, the first one's stays.
  await link(fresh, file).catch(() => {});
  await rm(fresh, { force: true });
  return { id: (await readFile(file, 'utf8')).trim(), place: `${folder} on ${hostname()}` };
}

/** Where this process keeps files. */
function storeOf({ S3_ENDPOINT, S3_BUCKET, DATA_DIR }: Env): Store | Promise<Store> {
  if (!S3_ENDPOINT) return diskStore(DATA_DIR);
  const place = `the bucket ${S3_BUCKET} of ${S3_ENDPOINT}`;
  return { id: place, place };
}

interface Options {
  readonly env: Env;
  readonly db: Db;
  readonly log: Log;
}

/**
 * Leaves word in the database that this process is there and where it keeps files, and warns when another
 * keeps them elsewhere: what is uploaded to one is missing for who asks the other. The answer takes the word
 * back. The built-in database has one process only.
 */
export async function registerProcess({ env, db, log }: Options): Promise<() => Promise<void>> {
  // Pages keep no files.
  if (!env.DATABASE_URL || env.ROLE === 'web') return async () => {};
  const store = await storeOf(env);
  const id = randomUUID();
  await db.execute(sql`DELETE FROM processes WHERE seen_at < now() - interval '1 day'`);
  await db.execute(sql`
    INSERT INTO processes (id, role, host, store_id, store, started_at, seen_at)
    VALUES (${id}, ${env.ROLE}, ${hostname()}, ${store.id}, ${store.place}, now(), now())`);
  const others = await rowsOf<{ store: string }>(
    db.execute(sql`
    SELECT DISTINCT store FROM processes WHERE store_id <> ${store.id} AND ${isThere} ORDER BY store`),
  );
  if (others.length > 0) {
    const places = others.map(({ store: place }) => place).join(' and ');
    log.warn(
      `This process stores files in ${store.place}, another on the same database in ${places}: ` +
        'files uploaded to one are missing on the other. Use the same DATA_DIR for all, or store files on S3 (docs/several-processes.md).',
    );
  }
  const timer = setInterval(
    () => void db.execute(sql`UPDATE processes SET seen_at = now() WHERE id = ${id}`).catch(() => {}),
    beatMs,
  );
  timer.unref();
  return async () => {
    clearInterval(timer);
    await Promise.resolve(db.execute(sql`DELETE FROM processes WHERE id = ${id}`)).catch(() => {});
  };
}
