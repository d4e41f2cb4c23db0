import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import { createMigrationsTable, isComplete } from '../../db/migrate.ts';
import type { Migration } from '../../db/migrate.ts';
import { migrations as shipped } from '../../db/migrations.ts';
import { copyList, copyObjects, documentsIn, manifestFile, tableFile } from './backup.ts';
import type { SavedTable, Manifest, Place } from './backup.ts';
import { errorMessage, StartError } from '../process/start-error.ts';

const ManifestSchema = z.object({
  format: z.literal(1, 'it was made by a newer version'),
  at: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      rows: z.int().min(0),
      sha256: z.string(),
    }),
  ),
  objects: z.int().nullable(),
  // Backups of earlier versions have documents among the objects.
  documents: z.int().nullable().default(null),
});

function parseJson(text: string, ctx: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    ctx.addIssue('its manifest isn’t JSON');
    return z.NEVER;
  }
}

/**
 * Reads a backup's manifest and checks that this version can restore it.
 * @throws StartError
 */
export async function readManifest(
  folder: string,
  migrations: readonly Migration[] = shipped,
): Promise<Manifest> {
  const text = await readFile(manifestFile(folder), 'utf8').catch(() => {
    throw new StartError(`${folder} isn’t a backup: there is no manifest.json in it.`);
  });
  const parsed = z
    .string()
    .transform((json, ctx) => parseJson(json, ctx))
    .pipe(ManifestSchema)
    .safeParse(text);
  if (!parsed.success)
    throw new StartError(
      `The backup in ${folder} can’t be read: ${parsed.error.issues[0]?.message ?? 'not understood'}.`,
    );
  const known = migrations.map(({ tag }) => tag);
  // Version 0.2.0 recorded what is one migration now as many.
  const had = isComplete(parsed.data.migrations) ? known.slice(0, 1) : parsed.data.migrations;
  const unknown = had.find((tag, index) => known[index] !== tag);
  if (unknown)
    throw new StartError(
      `The backup in ${folder} was made by a version that this one can’t restore: it has ${unknown}. This version restores backups of earlier ones, up to ${known.at(-1) ?? 'none'}. Restore it with the version that made it, or a newer one.`,
    );
  return { ...parsed.data, migrations: had };
}

/** Checks every table's digest before anything is changed. */
async function checkTables(folder: string, tables: readonly SavedTable[]): Promise<void> {
  for (const { name, sha256 } of tables) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(tableFile(folder, name)), createGunzip(), hash).catch(
      (error: unknown) => {
        throw new StartError(`The backup is damaged: ${name} can’t be read (${errorMessage(error)}).`);
      },
    );
    if (hash.digest('hex') !== sha256)
      throw new StartError(`The backup is damaged: ${name} isn’t what was kept.`);
  }
}

const runAll = async (client: PoolClient, migrations: readonly Migration[]) => {
  for (const { tag, digest, statements } of migrations) {
    for (const statement of statements) await client.query(statement);
    await client.query('INSERT INTO migrations (tag, digest) VALUES ($1, $2)', [tag, digest]);
  }
};

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Drops all foreign keys while tables are filled, because some are circular. The returned function recreates
 * them, which checks every row.
 */
async function withoutForeignKeys(client: PoolClient): Promise<() => Promise<void>> {
  const { rows } = await client.query<ForeignKey>(`
    SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`);
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  return async () => {
    for (const { table, name, definition } of rows)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`);
  };
}

/**
 * Replaces a table's rows, including those that migrations insert (the site's own ledger accounts). Triggers
 * are off, because they would treat restored rows as new, and the rows they wrote originally are in the
 * backup.
 */
async function fill(client: PoolClient, folder: string, table: SavedTable): Promise<void> {
  await client.query(`ALTER TABLE "${table.name}" DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE "${table.name}"`);
  const rows = client.query(copyFrom(`COPY ${copyList(table)} FROM STDIN`));
  await pipeline(createReadStream(tableFile(folder, table.name)), createGunzip(), rows);
  if (rows.rowCount !== table.rows)
    throw new StartError(`${table.name} has ${rows.rowCount} rows, ${table.rows} were kept.`);
  await client.query(`ALTER TABLE "${table.name}" ENABLE TRIGGER USER`);
}

/**
 * Checks all ledger rows at once for what the ledger's disabled trigger would have refused.
 * @throws StartError
 */
async function checkSums(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT transaction_id AS id FROM ledger_postings GROUP BY transaction_id, unit HAVING sum(amount) <> 0 LIMIT 1',
  );
  if (rows[0]) throw new StartError(`the postings of transaction ${rows[0].id} don’t sum to zero.`);
}

/** Sets sequences to continue after the highest number in use. */
async function moveSequences(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(`
    SELECT attrelid::regclass::text AS table, attname AS column FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT a.attisdropped AND pg_get_serial_sequence(quote_ident(c.relname), attname) IS NOT NULL AND attnum > 0`);
  for (const { table, column } of rows) {
    await client.query(
      `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), coalesce((SELECT max("${column}") FROM ${table}), 0) + 1, false)`,
    );
  }
}

/** A server that starts now waits until this transaction has ended before it enters itself. */
async function lockProcesses(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ table: string | null }>(
    "SELECT to_regclass('public.processes')::text AS table",
  );
  if (rows[0]?.table) await client.query('LOCK TABLE processes IN ACCESS EXCLUSIVE MODE');
}

async function replace(
  client: PoolClient,
  { folder, manifest, lastCheck }: Pick<RestorePlace, 'folder' | 'lastCheck'> & { manifest: Manifest },
  migrations: readonly Migration[],
): Promise<void> {
  const { tables } = manifest;
  const before = manifest.migrations.length;
  await client.query('BEGIN');
  await lockProcesses(client);
  await lastCheck?.(client);
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await client.query(createMigrationsTable);
  await runAll(client, migrations.slice(0, before));
  const putBack = await withoutForeignKeys(client);
  for (const table of tables) await fill(client, folder, table);
  await putBack();
  await checkSums(client);
  await moveSequences(client);
  // Then apply the migrations that are newer than the backup.
  await runAll(client, migrations.slice(before));
  // None of the servers of back then is running on this database.
  await client.query('DELETE FROM processes');
  await client.query('COMMIT');
}

export interface RestorePlace extends Place {
  /** Called once the backup has been checked, before anything is changed. */
  readonly beforeReplacing?: () => Promise<void>;
  /** Called while nobody else can write to the database anymore. If it throws, everything stays as it is. */
  readonly lastCheck?: (client: PoolClient) => Promise<void>;
}

/**
 * Replaces the database's contents with a backup in one transaction: readers wait and then see the restored
 * state, and a failure changes nothing. Objects are added, never removed.
 * @throws StartError
 */
export async function restoreBackup(
  pool: Pool,
  { folder, objects, secret, beforeReplacing, lastCheck }: RestorePlace,
  migrations: readonly Migration[] = shipped,
): Promise<Manifest> {
  const manifest = await readManifest(folder, migrations);
  await checkTables(folder, manifest.tables);
  await beforeReplacing?.();
  // Objects first, so that everything the restored rows reference exists.
  if (objects) {
    await copyObjects(join(folder, 'objects'), objects);
    await copyObjects(documentsIn(folder), documentsIn(objects));
  }
  const client = await pool.connect();
  try {
    await replace(client, { folder, manifest, lastCheck }, migrations);
  } catch (error) {
    throw new StartError(`The restore failed, everything is as before: ${errorMessage(error)}`);
  } finally {
    // Discard the connection, which also ends an unfinished transaction.
    client.release(true);
  }
  // Without statistics, the planner would choose the slowest way to read every list.
  await pool.query('ANALYZE');
  const savedSecret = join(folder, 'secret');
  if (secret && (await stat(savedSecret).catch(() => null))) await copyFile(savedSecret, secret);
  return manifest;
}
