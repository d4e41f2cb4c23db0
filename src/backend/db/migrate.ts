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
 * Version 0.2.0 has the same schema from 76 migrations, the first and last of which were these; since then one makes
 * it.
 */
export const before = {
  count: 76,
  first: '0cc50b2f89557f4b',
  last: { tag: '0077_plain_names', digest: '90408c058f913a69' },
};

/** The names of constraints that kept those of their tables. */
const renames = [
  'ALTER TABLE email_outbox RENAME CONSTRAINT outbox_mails_pkey TO email_outbox_pkey',
  'ALTER TABLE stream_intervals RENAME CONSTRAINT stream_stretches_pkey TO stream_intervals_pkey',
];

type Applied = readonly { tag: string; digest: string | null }[];

/** Whether these are all migrations of version 0.2.0. */
export const isComplete = (tags: readonly string[]): boolean =>
  tags.length === before.count && tags.at(-1) === before.last.tag;

/** Replaces the record of version 0.2.0 with that of the one migration which makes the same schema. */
async function adopt(tx: Pick<Db, 'execute'>, applied: Applied, first: Migration): Promise<Applied> {
  if (applied[0]?.digest !== before.first) return applied;
  if (!isComplete(applied.map(({ tag }) => tag)) || applied.at(-1)?.digest !== before.last.digest)
    throw new ForeignSchemaError('it is from before version 0.2.0, which has to upgrade it first');
  for (const statement of renames) await tx.execute(sql.raw(statement));
  await tx.execute(sql`DELETE FROM migrations`);
  await tx.execute(sql`INSERT INTO migrations (tag, digest) VALUES (${first.tag}, ${first.digest})`);
  return [first];
}

/**
 * Migrates the database to the current schema, all or nothing. Safe to call from several processes at once.
 * @throws ForeignSchemaError when the migrations already applied aren't a prefix of `migrations`.
 */
export async function migrate(db: Db, migrations: readonly Migration[] = shipped): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${sql.raw(String(MIGRATION_LOCK))})`);
    await tx.execute(sql.raw(createMigrationsTable));
    // Databases from before the first release have no digest column.
    const recorded = await fetchRows<{ tag: string; digest: string | null }>(
      tx.execute(sql`SELECT tag, to_jsonb(m) ->> 'digest' AS digest FROM migrations m ORDER BY tag`),
    );
    const [first] = migrations;
    const applied = first ? await adopt(tx, recorded, first) : recorded;
    checkApplied(applied, migrations);
    for (const { tag, digest, statements } of migrations.slice(applied.length)) {
      for (const statement of statements) await tx.execute(sql.raw(statement));
      await tx.execute(sql`INSERT INTO migrations (tag, digest) VALUES (${tag}, ${digest})`);
    }
  });
}

function checkApplied(applied: Applied, migrations: readonly Migration[]): void {
  for (const [index, { tag, digest }] of applied.entries()) {
    const ours = migrations[index];
    if (ours?.tag !== tag) throw new ForeignSchemaError(`its migration ${tag} isn't one of this version's`);
    if (ours.digest !== digest)
      throw new ForeignSchemaError(`its migration ${tag} isn't the one that this version ships`);
  }
}
