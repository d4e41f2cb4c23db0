import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import { migrations } from '../db/migrations.ts';
import { copyList, copyObjects, manifestFile, tableFile } from './backup.ts';
import type { KeptTable, Manifest, Place } from './backup.ts';
import { reasonOf, StartError } from './start-error.ts';

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
});

function parseJson(text: string, ctx: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    ctx.addIssue('its manifest isn’t JSON');
    return z.NEVER;
  }
}

/** Reads what a backup says of itself and that this version can take it. @throws StartError in one sentence. */
export async function readManifest(folder: string): Promise<Manifest> {
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
  const unknown = parsed.data.migrations.find((tag, index) => known[index] !== tag);
  if (unknown)
    throw new StartError(
      `The backup in ${folder} is of another version (${unknown} isn’t known here): restore it with that one, then update.`,
    );
  return parsed.data;
}

/** Every table's bytes against their digest, before anything is changed. */
async function checkTables(folder: string, tables: readonly KeptTable[]): Promise<void> {
  for (const { name, sha256 } of tables) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(tableFile(folder, name)), createGunzip(), hash).catch(
      (error: unknown) => {
        throw new StartError(`The backup is damaged: ${name} can’t be read (${reasonOf(error)}).`);
      },
    );
    if (hash.digest('hex') !== sha256)
      throw new StartError(`The backup is damaged: ${name} isn’t what was kept.`);
  }
}

const runAll = async (client: PoolClient, tags: ReadonlySet<string>) => {
  for (const { tag, statements } of migrations) {
    if (!tags.has(tag)) continue;
    for (const statement of statements) await client.query(statement);
    await client.query('INSERT INTO migrations (tag) VALUES ($1)', [tag]);
  }
};

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Takes the foreign keys away for the time of filling (some go in circles); the answer puts them back, checking every row. */
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

async function fill(client: PoolClient, folder: string, table: KeptTable): Promise<void> {
  // The migrations themselves wrote rows (the ledger's own accounts); those kept take their place.
  await client.query(`ALTER TABLE "${table.name}" DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE "${table.name}"`);
  await client.query(`ALTER TABLE "${table.name}" ENABLE TRIGGER USER`);
  const rows = client.query(copyFrom(`COPY ${copyList(table)} FROM STDIN`));
  await pipeline(createReadStream(tableFile(folder, table.name)), createGunzip(), rows);
  if (rows.rowCount !== table.rows)
    throw new StartError(`${table.name} has ${rows.rowCount} rows, ${table.rows} were kept.`);
}

/** Numbers that the database gives out go on after the highest in use. */
async function moveSequences(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(`
    SELECT attrelid::regclass::text AS table, attname AS column FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND pg_get_serial_sequence(quote_ident(c.relname), attname) IS NOT NULL AND attnum > 0`);
  for (const { table, column } of rows) {
    await client.query(
      `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), coalesce((SELECT max("${column}") FROM ${table}), 0) + 1, false)`,
    );
  }
}

async function replace(
  client: PoolClient,
  folder: string,
  { migrations: kept, tables }: Manifest,
): Promise<void> {
  await client.query('BEGIN');
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await client.query(
    'CREATE TABLE migrations (tag text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  await runAll(client, new Set(kept));
  const putBack = await withoutForeignKeys(client);
  for (const table of tables) await fill(client, folder, table);
  await putBack();
  await moveSequences(client);
  // What this version has beyond the backup's.
  await runAll(client, new Set(migrations.map(({ tag }) => tag).filter((tag) => !kept.includes(tag))));
  await client.query('COMMIT');
}

/**
 * Puts a backup in the place of all that the database holds, in one transaction: whoever reads meanwhile waits and then sees the
 * restored state, and when anything fails everything is as before. Objects are added, none is removed.
 * @throws StartError in one sentence.
 */
export async function restoreBackup(pool: Pool, { folder, objects, secret }: Place): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await checkTables(folder, manifest.tables);
  // First the objects: what the restored rows name is there when they are.
  if (objects) await copyObjects(join(folder, 'objects'), objects);
  const client = await pool.connect();
  try {
    await replace(client, folder, manifest);
  } catch (error) {
    throw new StartError(`The restore failed, everything is as before: ${reasonOf(error)}`);
  } finally {
    // Ends an unfinished transaction with it.
    client.release(true);
  }
  const keptSecret = join(folder, 'secret');
  if (secret && (await stat(keptSecret).catch(() => null))) await copyFile(keptSecret, secret);
  return manifest;
}
