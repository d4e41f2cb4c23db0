import type { UserCtx } from '../../../kernel/context.ts';
import { problemsWaiting, salesWaiting } from './orders-waiting-query.ts';

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
  const row = await problemsWaiting(ctx.db, ctx.viewer.id, most);
  return toWaiting(row);
}

/** The viewer's sales in a state that waits for them, counted up to `most`. */
export async function ordersWaiting(
  ctx: UserCtx,
  state: 'paid' | 'accepted',
  most: number,
): Promise<Waiting> {
  const row = await salesWaiting(ctx.db, ctx.viewer.id, { state, most });
  return toWaiting(row);
}
