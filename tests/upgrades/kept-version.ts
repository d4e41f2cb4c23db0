import { readFileSync, readdirSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '#backend/db/db.ts';
import { before, migrate } from '#backend/db/migrate.ts';
import { migrations } from '#backend/db/migrations.ts';

/** A database as an earlier version left it, written by `keep-version.ts`. */
export interface KeptVersion {
  /** The tag of its last migration. */
  readonly version: string;
  /** When it was kept. */
  readonly at: string;
  /** The site's `SECRET`. */
  readonly secret: string;
  readonly tables: readonly {
    readonly name: string;
    readonly columns: readonly string[];
    readonly rows: readonly unknown[][];
  }[];
}

const folder = new URL('./', import.meta.url);
export const keptVersions = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json.br'))
    .toSorted();
export const readKept = (name: string): KeptVersion =>
  JSON.parse(brotliDecompressSync(readFileSync(new URL(name, folder))).toString()) as KeptVersion;

const quoted = (name: string) => `"${name}"`;

/** Fills an empty database with the kept version's schema and rows. The connection must be a superuser's. */
export async function load(db: Db, { version, tables }: KeptVersion): Promise<void> {
  const isFirst = version === before.last.tag;
  const last = isFirst ? 0 : migrations.findIndex(({ tag }) => tag === version);
  if (last === -1) throw new Error(`${version} isn't a migration of this version`);
  await migrate(db, migrations.slice(0, last + 1));
  await db.transaction(async (tx) => {
    // The rows are consistent already, and triggers would treat them as new.
    await tx.execute(sql`SET LOCAL session_replication_role = replica`);
    for (const { name, columns, rows } of tables) {
      const list = columns.map(quoted).join(', ');
      const objects = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
      await tx.execute(sql.raw(`DELETE FROM ${quoted(name)}`));
      await tx.execute(
        sql`INSERT INTO ${sql.raw(`${quoted(name)} (${list})`)} OVERRIDING SYSTEM VALUE
          SELECT ${sql.raw(list)} FROM jsonb_populate_recordset(NULL::${sql.raw(quoted(name))}, ${JSON.stringify(objects)}::jsonb)`,
      );
    }
    await moveSequences(tx);
    if (isFirst) await recordAsBefore(tx);
  });
}

/** Makes a database of one migration look as version 0.2.0 left it. */
export async function recordAsBefore(db: Pick<Db, 'execute'>): Promise<void> {
  await db.execute(sql`ALTER TABLE email_outbox RENAME CONSTRAINT email_outbox_pkey TO outbox_mails_pkey`);
  await db.execute(
    sql`ALTER TABLE stream_intervals RENAME CONSTRAINT stream_intervals_pkey TO stream_stretches_pkey`,
  );
  await db.execute(sql`DELETE FROM migrations`);
  await db.execute(sql`INSERT INTO migrations (tag, digest)
    SELECT lpad((n - 1)::text, 4, '0') || '_earlier', CASE n WHEN 1 THEN ${before.first} ELSE n::text END
    FROM generate_series(1, ${before.count - 1}::int) AS n`);
  await db.execute(
    sql`INSERT INTO migrations (tag, digest) VALUES (${before.last.tag}, ${before.last.digest})`,
  );
}

/** Sets sequences to continue after the highest number in use. */
async function moveSequences(db: Pick<Db, 'execute'>): Promise<void> {
  const columns = await fetchRows<{ name: string; attribute: string }>(
    db.execute(sql`
    SELECT c.relname AS name, attname AS attribute FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND attnum > 0 AND NOT attisdropped AND pg_get_serial_sequence(quote_ident(c.relname), attname) IS NOT NULL`),
  );
  for (const { name, attribute } of columns)
    await db.execute(
      sql.raw(
        `SELECT setval(pg_get_serial_sequence('${name}', '${attribute}'), coalesce((SELECT max(${quoted(attribute)}) FROM ${quoted(name)}), 0) + 1, false)`,
      ),
    );
}
