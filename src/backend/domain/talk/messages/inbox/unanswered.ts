import { sql } from 'drizzle-orm';
import { type UserCtx, now } from '../../../../kernel/context.ts';
import { addDays } from '../../../../kernel/subscription-dates.ts';
import { mayMeet } from '../conversation-members.ts';
import { selectRequests, selectUnanswered } from './waiting-query.ts';

/** Nobody waits for an answer to what is older. */
const days = 28;

/**
 * In how many conversations of the viewer's inbox the other has the last word, counted up to `most`. Muted ones
 * and those that end with a mass message aren't waiting.
 */
export function countUnanswered(ctx: UserCtx, most: number): Promise<number> {
  return selectUnanswered(ctx.db, {
    viewer: ctx.viewer.id,
    since: addDays(now(ctx), -days).toISOString(),
    visible: mayMeet(ctx, sql`mine.other_id`) ?? sql`true`,
    most,
  });
}

/** Requests that wait for the viewer's answer, counted up to `most`, and when the first of them ends. */
export async function requestsWaiting(
  ctx: UserCtx,
  most: number,
): Promise<{ count: number; deadline: Date | null }> {
  const row = await selectRequests(ctx.db, {
    viewer: ctx.viewer.id,
    visible: mayMeet(ctx, sql`mine.other_id`) ?? sql`true`,
    most,
  });
  return { count: row?.count ?? 0, deadline: row?.deadline ? new Date(row.deadline) : null };
}
