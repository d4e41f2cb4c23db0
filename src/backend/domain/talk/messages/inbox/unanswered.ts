import { sql } from 'drizzle-orm';
import { type UserCtx, now } from '../../../../kernel/context.ts';
import { fetchRows } from '../../../../db/db.ts';
import { addDays } from '../../../../kernel/subscription-dates.ts';
import { mayMeet } from '../conversation-members.ts';

/** Nobody waits for an answer to what is older. */
const days = 28;

/**
 * In how many conversations of the viewer's inbox the other has the last word, counted up to `most`. Muted ones
 * and those that end with a mass message aren't waiting.
 */
export async function countUnanswered(ctx: UserCtx, most: number): Promise<number> {
  const since = addDays(now(ctx), -days).toISOString();
  const [row] = await fetchRows<{ count: number }>(
    ctx.db.execute(sql`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM conversation_members mine
      JOIN conversations c ON c.id = mine.conversation_id AND c.type = 'private'
      JOIN messages m ON m.id = c.last_message_id AND m.sender_id = mine.other_id AND m.source = 'direct'
      WHERE mine.account_id = ${ctx.viewer.id} AND mine.folder = 'inbox' AND mine.is_pinned IN (true, false) AND mine.last_message_at > ${since}::timestamptz
        AND NOT mine.is_muted AND ${mayMeet(ctx, sql`mine.other_id`)}
      LIMIT ${most}) AS waiting`),
  );
  return row?.count ?? 0;
}

/** Requests that wait for the viewer's answer, counted up to `most`, and when the first of them ends. */
export async function requestsWaiting(
  ctx: UserCtx,
  most: number,
): Promise<{ count: number; deadline: Date | null }> {
  const [row] = await fetchRows<{ count: number; deadline: string | null }>(
    ctx.db.execute(sql`
    SELECT count(*)::int AS count, min(expires_at) AS deadline FROM (
      SELECT r.expires_at FROM conversation_members mine
      JOIN message_requests r ON r.conversation_id = mine.conversation_id AND r.state = 'pending' AND r.performer_id = ${ctx.viewer.id}
      WHERE mine.account_id = ${ctx.viewer.id} AND mine.folder = 'requests' AND ${mayMeet(ctx, sql`mine.other_id`)}
      ORDER BY mine.last_message_at LIMIT ${most}) AS waiting`),
  );
  return { count: row?.count ?? 0, deadline: row?.deadline ? new Date(row.deadline) : null };
}
