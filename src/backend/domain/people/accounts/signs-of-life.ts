import { type SQL, and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { type RequestFacts, isDeadlock } from '../../../kernel/context.ts';
import type { Db } from '../../../db/db.ts';
import { accounts, activeDays, sessions } from '../../../db/schema/accounts.ts';
import { placeList } from '../../../kernel/whereabouts.ts';
import { describePlace } from './sessions.ts';

/** Spreads the accounts of a day over this many rows, by the last digit of their id. */
const shardNumber = (id: SQL): SQL => sql`('x' || right(${id}::text, 1))::bit(4)::int`;

/**
 * Notes when accounts were last seen, and counts those that weren't seen yet on this day (UTC). One that is locked,
 * by a purchase or by the same note from another request, is left out until the next time: no request waits for
 * this. Where many requests of one account note it at the same moment, PostgreSQL may still end one as a deadlock;
 * that one is left out as well.
 */
export async function accountsSeen(db: Db, accountIds: readonly string[], time: Date): Promise<void> {
  const unlocked = db
    .select({ id: accounts.id, seenAt: accounts.lastSeenAt })
    .from(accounts)
    .where(inArray(accounts.id, [...accountIds]))
    .for('no key update', { skipLocked: true });
  const today = time.toISOString().slice(0, 10);
  try {
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
  } catch (error) {
    if (!isDeadlock(error)) throw error;
  }
}

export async function sessionSeen(db: Db, sessionId: string, time: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: time }).where(eq(sessions.id, sessionId));
}

/** Updates the address and place a session is used from, if they changed. */
export async function sessionMoved(db: Db, sessionId: string, facts: RequestFacts): Promise<void> {
  const isElsewhere = or(
    ne(sessions.ip, facts.ip),
    sql`${sessions.country} IS DISTINCT FROM ${facts.country}`,
    sql`${sessions.places} IS DISTINCT FROM ${placeList(facts)}::text::text[]`,
  );
  await db
    .update(sessions)
    .set(describePlace(facts))
    .where(and(eq(sessions.id, sessionId), isElsewhere));
}
