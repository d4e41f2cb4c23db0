import { and, asc, eq, gt, lte, or, sql } from 'drizzle-orm';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { orders } from '../../../db/schema/shop.ts';
import type { JobOutcome } from '../../../kernel/job-payloads.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { findMoveRefusal } from './order-state-machine.ts';
import { applyProblemDeadline } from './order-problem-moves.ts';
import { isProblemEffect } from './order-problems.ts';
import { lockOrder, moveOrder } from './order-moving.ts';

const batch = 500;

interface Seen {
  readonly at: Date;
  readonly id: string;
}

/** The next orders, in order of their deadlines, of those due by `until`. */
const loadDue = (ctx: Ctx, until: Date, after: Seen | undefined) =>
  ctx.db
    .select({ id: orders.id, at: sql<Date>`${orders.deadlineAt}`.mapWith(orders.deadlineAt) })
    .from(orders)
    .where(
      and(
        lte(orders.deadlineAt, until),
        after &&
          or(gt(orders.deadlineAt, after.at), and(eq(orders.deadlineAt, after.at), gt(orders.id, after.id))),
      ),
    )
    .orderBy(asc(orders.deadlineAt), asc(orders.id))
    .limit(batch);

/** Queues a job for each order whose deadline has passed, unless one is already waiting. */
export async function queueDueOrders(ctx: Ctx): Promise<JobOutcome> {
  const time = now(ctx);
  const soon = new Date(time.getTime() + 60_000);
  let rests = true;
  let after: Seen | undefined;
  do {
    const rows = await loadDue(ctx, soon, after);
    if (rows.length > 0) rests = false;
    for (const { id } of rows.filter(({ at }) => at <= time))
      await enqueue(ctx, { kind: 'order-due', payload: { orderId: id }, dedupeKey: `order:${id}` });
    after = rows.length === batch ? rows.at(-1) : undefined;
  } while (after);
  return rests ? 'rests' : undefined;
}

/**
 * The job that applies an order's deadline if it has passed and nobody acted first. The clock is read after
 * locking the order.
 */
export function applyDeadline(ctx: Ctx, orderId: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order?.deadlineAt || !order.deadlineEffect || order.deadlineAt > now(tx)) return;
    const { deadlineEffect: effect } = order;
    if (isProblemEffect(effect)) return applyProblemDeadline(tx, order, effect);
    if (findMoveRefusal(order, effect) !== null) return;
    await moveOrder(tx, order, { name: effect });
    return undefined;
  });
}
