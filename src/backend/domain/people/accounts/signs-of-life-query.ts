import { type SQL, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { accounts, activeDays } from '../../../db/schema/accounts.ts';

/** Spreads the accounts of a day over this many rows, by the last digit of their id. */
const shardNumber = (id: SQL): SQL => sql`('x' || right(${id}::text, 1))::bit(4)::int`;

/** Notes accounts as seen, except locked ones, and counts those that weren't seen yet on this day (UTC). */
export async function noteSeen(db: Db, accountIds: readonly string[], time: Date): Promise<void> {
  const unlocked = db
    .select({ id: accounts.id, seenAt: accounts.lastSeenAt })
    .from(accounts)
    .where(inArray(accounts.id, [...accountIds]))
    .for('no key update', { skipLocked: true });
  const today = time.toISOString().slice(0, 10);
  await db.execute(sql`
      WITH before AS MATERIALIZED (${unlocked}),
      seen AS (
        UPDATE ${accounts} SET last_seen_at = ${time.toISOString()}::timestamptz FROM before WHERE ${accounts.id} = before.id
        RETURNING before.id, before.last_seen_at)
      INSERT INTO ${activeDays} AS counted (day, shard, accounts)
      SELECT ${today}::date, ${shardNumber(sql`seen.id`)} AS shard, count(*) FROM seen
      WHERE last_seen_at IS NULL OR last_seen_at < (${today}::date)::timestamp AT TIME ZONE 'UTC'
      GROUP BY 2 ORDER BY 2
      ON CONFLICT (day, shard) DO UPDATE SET accounts = counted.accounts + excluded.accounts`);
}
