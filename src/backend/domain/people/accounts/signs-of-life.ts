import { and, eq, ne, or, sql } from 'drizzle-orm';
import { type RequestFacts, isDeadlock } from '../../../kernel/context.ts';
import type { Db } from '../../../db/db.ts';
import { sessions } from '../../../db/schema/accounts.ts';
import { placeList } from '../../../kernel/whereabouts.ts';
import { describePlace } from './sessions.ts';
import { noteSeen } from './signs-of-life-query.ts';

/**
 * Notes when accounts were last seen, and counts those that weren't seen yet on this day (UTC). One that is locked,
 * by a purchase or by the same note from another request, is left out until the next time: no request waits for
 * this. Where many requests of one account note it at the same moment, PostgreSQL may still end one as a deadlock;
 * that one is left out as well.
 */
export async function accountsSeen(db: Db, accountIds: readonly string[], time: Date): Promise<void> {
  try {
    await noteSeen(db, accountIds, time);
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
