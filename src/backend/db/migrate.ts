import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from './db.ts';
import { migrations as shipped } from './migrations.ts';

export interface Migration {
  readonly tag: string;
  /** Hash of the statements, to tell apart two migrations with the same name. */
  readonly digest: string;
  readonly statements: readonly string[];
}

/** The database was created by migrations other than this version's. Nothing has been changed. */
export class ForeignSchemaError extends Error {
  override readonly name = 'ForeignSchemaError';
}

/**
 * An arbitrary fixed number: the advisory lock that makes processes starting together wait for each other.
 */
const MIGRATION_LOCK = 7_240_911;

export const createMigrationsTable =
  'CREATE TABLE IF NOT EXISTS migrations (tag text PRIMARY KEY, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())';

/**
 * Migrates the database to the current schema, all or nothing. Safe to call from several processes at once.
 * @throws ForeignSchemaError when the migrations already applied aren't a prefix of `migrations`.
 */
export async function migrate(db: Db, migrations: readonly Migration[] = shipped): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${sql.raw(String(MIGRATION_LOCK))})`);
    await tx.execute(sql.raw(createMigrationsTable));
    // Databases from before the first release have no digest column.
    const applied = await fetchRows<{ tag: string; digest: string | null }>(
      tx.execute(sql`SELECT tag, to_jsonb(m) ->> 'digest' AS digest FROM migrations m ORDER BY tag`),
    );
    checkApplied(applied, migrations);
    for (const { tag, digest, statements } of migrations.slice(applied.length)) {
      for (const statement of statements) await tx.execute(sql.raw(statement));
      await tx.execute(sql`INSERT INTO migrations (tag, digest) VALUES (${tag}, ${digest})`);
    }
  });
}

function checkApplied(
  applied: readonly { tag: string; digest: string | null }[],
  migrations: readonly Migration[],
): void {
  for (const [index, { tag, digest }] of applied.entries()) {
    const ours = migrations[index];
    if (ours?.tag !== tag) throw new ForeignSchemaError(`its migration ${tag} isn't one of this version's`);
    if (ours.digest !== digest)
      throw new ForeignSchemaError(`its migration ${tag} isn't the one that this version ships`);
  }
}
