import { sql } from 'drizzle-orm';
import type { UserCtx } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';

interface Waiting {
  readonly count: number;
  /** When something happens to the first of them by itself. */
  readonly deadline: Date | null;
}

const toWaiting = (row: { count: number; deadline: string | null } | undefined): Waiting => ({
  count: row?.count ?? 0,
  deadline: row?.deadline ? new Date(row.deadline) : null,
});

/** The viewer's sales with a problem that they haven't answered yet, counted up to `most`. */
export async function orderProblems(ctx: UserCtx, most: number): Promise<Waiting> {
  const [row] = await fetchRows<{ count: number; deadline: string | null }>(
    ctx.db.execute(sql`
    SELECT count(*)::int AS count, min(deadline_at) AS deadline FROM (
      SELECT deadline_at FROM orders WHERE seller_id = ${ctx.viewer.id} AND problem_state IN ('open', 'answered', 'escalated')
        AND problem_state = 'open' ORDER BY deadline_at LIMIT ${most}) AS waiting`),
  );
  return toWaiting(row);
}

/** The viewer's sales in a state that waits for them, counted up to `most`. */
export async function ordersWaiting(
  ctx: UserCtx,
  state: 'paid' | 'accepted',
  most: number,
): Promise<Waiting> {
  const [row] = await fetchRows<{ count: number; deadline: string | null }>(
    // The state is written out, so that the partial index is used.
    ctx.db.execute(sql`
    SELECT count(*)::int AS count, min(deadline_at) AS deadline FROM (
      SELECT deadline_at FROM orders WHERE seller_id = ${ctx.viewer.id} AND state = ${sql.raw(`'${state}'`)} ORDER BY deadline_at LIMIT ${most}) AS waiting`),
  );
  return toWaiting(row);
}
