import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { RequestFacts } from '../../kernel/context.ts';
import type { Db } from '../../db/db.ts';
import { accounts, sessions } from '../../db/schema/accounts.ts';
import { placeOf } from './sessions.ts';

/** These accounts were there at that moment. */
export async function accountsSeen(db: Db, accountIds: readonly string[], moment: Date): Promise<void> {
  await db
    .update(accounts)
    .set({ lastSeenAt: moment })
    .where(inArray(accounts.id, [...accountIds]));
}

/** A session was used at that moment. */
export async function sessionSeen(db: Db, sessionId: string, moment: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: moment }).where(eq(sessions.id, sessionId));
}

/** A session is used from where this request comes from, if it wasn't before. */
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
