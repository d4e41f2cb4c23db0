import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from './db.ts';
import { migrations } from './migrations.ts';

/** Any fixed number: processes that start together queue on it. */
const MIGRATION_LOCK = 7_240_911;

/** Brings the database to the present schema, all or nothing. Safe to call from several processes at once. */
export async function migrate(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${sql.raw(String(MIGRATION_LOCK))})`);
    await tx.execute(
      sql`CREATE TABLE IF NOT EXISTS migrations (tag text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`,
    );
    const applied = new Set(
      (await rowsOf<{ tag: string }>(tx.execute(sql`SELECT tag FROM migrations`))).map((row) => row.tag),
    );
    for (const { tag, statements } of migrations) {
      if (applied.has(tag)) continue;
      for (const statement of statements) await tx.execute(sql.raw(statement));
      await tx.execute(sql`INSERT INTO migrations (tag) VALUES (${tag})`);
    }
  });
}
