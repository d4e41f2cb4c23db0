import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { RequestFacts } from '../../kernel/context.ts';
import type { Db } from '../../db/db.ts';
import { accounts, sessions } from '../../db/schema/accounts.ts';
import { placeOf } from './sessions.ts';

/**
 * Notes when accounts were last seen. One that is locked, by a purchase or by the same note from another request,
 * is left out until the next time: no request waits for this, and it can't deadlock with those who lock several
 * accounts.
 */
export async function accountsSeen(db: Db, accountIds: readonly string[], moment: Date): Promise<void> {
  const unlocked = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, [...accountIds]))
    .for('no key update', { skipLocked: true });
  await db.update(accounts).set({ lastSeenAt: moment }).where(inArray(accounts.id, unlocked));
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
