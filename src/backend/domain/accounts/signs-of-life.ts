import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { type RequestFacts, isDeadlock } from '../../kernel/context.ts';
import type { Db } from '../../db/db.ts';
import { accounts, sessions } from '../../db/schema/accounts.ts';
import { placeOf } from './sessions.ts';

/**
 * Notes when accounts were last seen. One that is locked, by a purchase or by the same note from another request,
 * is left out until the next time: no request waits for this. Where many requests of one account note it at the
 * same moment, PostgreSQL may still end one as a deadlock; that one is left out as well.
 */
export async function accountsSeen(db: Db, accountIds: readonly string[], moment: Date): Promise<void> {
  const unlocked = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, [...accountIds]))
    .for('no key update', { skipLocked: true });
  try {
    await db.update(accounts).set({ lastSeenAt: moment }).where(inArray(accounts.id, unlocked));
  } catch (error) {
    if (!isDeadlock(error)) throw error;
  }
}

export async function sessionSeen(db: Db, sessionId: string, moment: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: moment }).where(eq(sessions.id, sessionId));
}

/** Updates the address and country a session is used from, if they changed. */
export async function sessionMoved(db: Db, sessionId: string, facts: RequestFacts): Promise<void> {
  const isElsewhere = or(
    ne(sessions.ip, facts.ip),
    sql`${sessions.country} IS DISTINCT FROM ${facts.country}`,
  );
  await db
    .update(sessions)
    .set(placeOf(facts))
    .where(and(eq(sessions.id, sessionId), isElsewhere));
}
