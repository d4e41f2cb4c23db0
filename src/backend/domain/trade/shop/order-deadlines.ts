import { and, asc, eq, gt, lte, or } from 'drizzle-orm';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { orders } from '../../../db/schema/shop.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { findMoveRefusal } from './order-state-machine.ts';
import { applyProblemDeadline } from './order-problem-moves.ts';
import { isProblemEffect } from './order-problems.ts';
import { lockOrder, moveOrder } from './order-moving.ts';

const batch = 500;

/** Queues a job for each order whose deadline has passed, unless one is already waiting. */
export async function queueDueOrders(ctx: Ctx): Promise<void> {
  const time = now(ctx);
  let after: { at: Date; id: string } | undefined;
  do {
    const afterLast =
      after &&
      or(gt(orders.deadlineAt, after.at), and(eq(orders.deadlineAt, after.at), gt(orders.id, after.id)));
    const rows = await ctx.db
      .select({ id: orders.id, at: orders.deadlineAt })
      .from(orders)
      .where(and(lte(orders.deadlineAt, time), afterLast))
      .orderBy(asc(orders.deadlineAt), asc(orders.id))
      .limit(batch);
    for (const { id } of rows)
      await enqueue(ctx, { kind: 'order-due', payload: { orderId: id }, dedupeKey: `order:${id}` });
    const last = rows.length === batch ? rows.at(-1) : undefined;
    after = last?.at ? { at: last.at, id: last.id } : undefined;
  } while (after);
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
