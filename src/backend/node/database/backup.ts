import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, copyFile, cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { errorMessage, StartError } from '../process/start-error.ts';

/** Describes a backup. A restore verifies whatever it can of it. */
export interface Manifest {
  readonly format: 1;
  /** ISO 8601, UTC: the point in time the database is saved as of. */
  readonly at: string;
  /** The schema version: tags of the applied migrations, in order. */
  readonly migrations: readonly string[];
  readonly tables: readonly SavedTable[];
  /** The number of objects in the backup; null when they are on S3 and not included. */
  readonly objects: number | null;
  /** The number of documents, which are kept apart from the objects. Null when they were left out. */
  readonly documents: number | null;
}
export interface SavedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly sha256: string;
}

/** The parts of a backup. `objects` and `secret` are an installation's paths, or null where there is none. */
export interface Place {
  readonly folder: string;
  readonly objects: string | null;
  readonly secret: string | null;
  /** Leaves creators' documents out of a backup. */
  readonly withoutDocuments?: boolean;
}
/** The folder of documents, both among the objects and in a backup, where they lie beside the objects. */
export const documentsIn = (folder: string) => join(folder, 'documents');
export const tableFile = (folder: string, table: string) => join(folder, 'tables', `${table}.copy.gz`);
export const manifestFile = (folder: string) => join(folder, 'manifest.json');

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** The site's tables with their columns, without the migrations table. */
async function listTables(client: PoolClient): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> 'migrations' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    GROUP BY c.relname ORDER BY c.relname`);
  return rows;
}

/** A pass-through stream that computes the SHA-256 digest. */
function digesting(): { readonly stream: Transform; readonly digest: () => string } {
  const hash = createHash('sha256');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, digest: () => hash.digest('hex') };
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const copyList = ({ name, columns }: Pick<SavedTable, 'name' | 'columns'>) =>
  `${quoted(name)} (${columns.map(quoted).join(', ')})`;

async function saveTable(
  client: PoolClient,
  folder: string,
  table: { name: string; columns: string[] },
): Promise<SavedTable> {
  const { stream, digest } = digesting();
  const rows = client.query(copyTo(`COPY ${copyList(table)} TO STDOUT`));
  await pipeline(
    rows,
    stream,
    createGzip({ level: 6 }),
    createWriteStream(tableFile(folder, table.name), { mode: 0o600 }),
  );
  // The data may have ended before the server has said how many rows there were. Another query on the connection is
  // answered after that.
  await client.query('SELECT 1');
  return { ...table, rows: rows.rowCount, sha256: digest() };
}

/** Saves every table as of one point in time, while the site keeps writing. */
async function saveDatabase(
  pool: Pool,
  folder: string,
): Promise<Pick<Manifest, 'at' | 'migrations' | 'tables'>> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const {
      rows: [time],
    } = await client.query<{ at: Date }>('SELECT now() AS at');
    const { rows: done } = await client.query<{ tag: string }>('SELECT tag FROM migrations ORDER BY tag');
    const tables: SavedTable[] = [];
    for (const table of await listTables(client)) tables.push(await saveTable(client, folder, table));
    await client.query('COMMIT');
    return { at: (time?.at ?? new Date()).toISOString(), migrations: done.map(({ tag }) => tag), tables };
  } finally {
    // Discard the connection: after a failure it may be in the middle of a COPY.
    client.release(true);
  }
}

/**
 * Copies objects that aren't in `to` yet (an object never changes under its key) and returns how many there
 * are.
 */
export async function copyObjects(
  from: string,
  to: string,
  isCopied: (path: string) => boolean = () => true,
): Promise<number> {
  if (!(await exists(from))) return 0;
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  let count = 0;
  for (const entry of entries) {
    // Files still being written end in `.part`.
    if (!entry.isFile() || entry.name.endsWith('.part')) continue;
    const source = join(entry.parentPath, entry.name);
    if (!isCopied(source)) continue;
    const target = join(to, relative(from, source));
    count += 1;
    if (await exists(target)) continue;
    await mkdir(dirname(target), { recursive: true });
    await copyFile(source, `${target}.part`).then(
      () => rename(`${target}.part`, target),
      () => {
        // Deleted since it was listed, so nothing references it anymore.
        count -= 1;
      },
    );
  }
  return count;
}

/**
 * Copies documents to a folder of their own, encrypted as they are, so that what holds served media holds none
 * and they can be kept elsewhere or nowhere.
 */
async function copyAll(
  { objects, withoutDocuments }: Place,
  folder: string,
): Promise<Pick<Manifest, 'objects' | 'documents'>> {
  if (!objects) return { objects: null, documents: null };
  const documentsFolder = documentsIn(objects);
  return {
    objects: await copyObjects(
      objects,
      join(folder, 'objects'),
      (path) => !path.startsWith(`${documentsFolder}${sep}`),
    ),
    documents: withoutDocuments ? null : await copyObjects(documentsFolder, documentsIn(folder)),
  };
}

/**
 * Writes database, objects, and signing secret to a new folder while the site runs. It is written under
 * another name and renamed at the end, so a folder with the given name is always complete.
 * @throws StartError when the folder exists or can't be written.
 */
export async function backUp(pool: Pool, place: Place): Promise<Manifest> {
  const { folder, secret } = place;
  if (await exists(folder)) throw new StartError(`${folder} exists already: name a folder that doesn’t.`);
  const unfinished = `${folder}.unfinished`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(join(unfinished, 'tables'), { recursive: true, mode: 0o700 });
    // Copy objects before and after the database snapshot, so that everything it references is included.
    await copyAll(place, unfinished);
    const saved = await saveDatabase(pool, unfinished);
    const counted = await copyAll(place, unfinished);
    if (secret && (await exists(secret))) await cp(secret, join(unfinished, 'secret'));
    const manifest: Manifest = { format: 1, ...saved, ...counted };
    await writeFile(manifestFile(unfinished), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    await rename(unfinished, folder);
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (error instanceof StartError) throw error;
    throw new StartError(`The backup failed, nothing was kept: ${errorMessage(error)}.`);
  }
}
