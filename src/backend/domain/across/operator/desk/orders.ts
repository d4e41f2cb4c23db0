import { type SQL, and, asc, count, desc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ParsedInput } from '#contract/core/registry.ts';
import type { DeskOrder, DeskOrderCase, OrderDecision } from '#contract/across/operator/orders.ts';
import { transaction } from '../../../../kernel/context.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { orders } from '../../../../db/schema/shop.ts';
import { conflict, notFound } from '../../../../kernel/errors.ts';
import { cutPage, encodeCursor } from '../../../../kernel/keyset.ts';
import { fileView } from '../../../base/files/presenters.ts';
import { refundableSum, refundableTokens } from '../../../base/ledger/refundable-query.ts';
import { lockOrder } from '../../../trade/shop/order-moving.ts';
import { loadTimeline, toProblem } from '../../../trade/shop/order-presenters.ts';
import { closeProblem } from '../../../trade/shop/order-problem-moves.ts';
import { problemPhotos } from '../../../trade/shop/problem-photos.ts';
import { refundOrder } from '../../../trade/shop/order-refunds.ts';
import type { OrderRow } from '../../../trade/shop/order-state-machine.ts';
import { type OperatorCtx, audit } from '../audit.ts';
import { refuseOwn } from '../proposals.ts';
import { afterCursor, personRef } from './lists.ts';

const [buyers, sellers] = [alias(accounts, 'buyer'), alias(accounts, 'seller')];

const selectOrders = (ctx: OperatorCtx) =>
  ctx.db
    .select({
      order: orders,
      refundable: refundableSum(orders.transactionId.getSQL()),
      buyer: { id: buyers.id, username: buyers.username, name: buyers.name },
      seller: { id: sellers.id, username: sellers.username, name: sellers.name },
    })
    .from(orders)
    .innerJoin(buyers, eq(buyers.id, orders.buyerId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerId));
type Row = Awaited<ReturnType<typeof selectOrders>>[number];

const since = ({ problemSince, createdAt }: OrderRow): Date => problemSince ?? createdAt;

function orderFacts({ order, refundable, buyer, seller }: Row): Omit<DeskOrder, 'problem'> {
  return {
    _id: order.id,
    number: order.number,
    title: order.snapshot.name,
    buyer: personRef(buyer),
    performer: personRef(seller),
    total: order.total,
    refundable: Number(refundable),
  };
}

function deskOrder(row: Row): DeskOrder {
  const problem = toProblem(row.order);
  if (!problem) throw new Error(`order ${row.order.id} has no problem`);
  return { ...orderFacts(row), problem };
}

type Query = ParsedInput<'GET /operator/orders'>['query'];

/** Orders with a problem: those that wait for a decision longest waiting first, closed ones newest first. */
export async function searchDeskOrders(ctx: OperatorCtx, query: Query) {
  const first = query.state === 'escalated' ? 'oldest' : 'newest';
  const direction = first === 'newest' ? desc : asc;
  const isIn: SQL = eq(orders.problemState, query.state);
  const place = { at: orders.problemSince, id: orders.id };
  const [found, [counted]] = await Promise.all([
    selectOrders(ctx)
      .where(and(isIn, afterCursor(query, place, first)))
      .orderBy(direction(place.at), direction(place.id))
      .limit(query.limit + 1)
      .offset(query.cursor === undefined ? query.offset : 0),
    ctx.db.select({ total: count() }).from(orders).where(isIn),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, ({ order }) =>
    encodeCursor({ id: order.id, createdAt: since(order) }),
  );
  return { data: rows.map(deskOrder), total: counted?.total ?? 0, nextCursor };
}

/**
 * An order, and what its buyer and seller wrote about a problem.
 * @throws AppError 404
 */
export async function showDeskOrder(ctx: OperatorCtx, id: string): Promise<DeskOrderCase> {
  const [row] = await selectOrders(ctx).where(eq(orders.id, id));
  if (!row) throw notFound();
  const { order } = row;
  return {
    ...orderFacts(row),
    problem: toProblem(order),
    state: order.state,
    quantity: order.quantity,
    carrier: order.carrier,
    tracking: order.tracking,
    paymentId: order.transactionId,
    isOwn: ctx.actorId === order.buyerId || ctx.actorId === order.sellerId,
    orderedAt: order.createdAt.toISOString(),
    photos: (await problemPhotos(ctx, id)).map((photo) =>
      fileView(ctx, photo, { readable: true, as: 'evidence' }),
    ),
    timeline: await loadTimeline(ctx, id),
  };
}

async function apply(tx: OperatorCtx, order: OrderRow, decision: OrderDecision): Promise<number> {
  const { reason } = decision;
  if (decision.decision === 'close') {
    await closeProblem(tx, order, reason);
    return 0;
  }
  const tokens =
    decision.decision === 'refund' ? await refundableTokens(tx.db, order.transactionId) : decision.tokens;
  await refundOrder(tx, order, { by: 'operator', tokens, reason });
  return tokens;
}

/**
 * Decides about a problem that buyer and seller couldn't solve, and tells both.
 * @throws AppError 404 for an order without one, 409 unless it waits for a decision or for more than can be refunded.
 */
export async function decideOnOrder(
  ctx: OperatorCtx,
  id: string,
  decision: OrderDecision,
): Promise<DeskOrderCase> {
  await transaction(ctx, async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order?.problemState) throw notFound();
    for (const side of [order.buyerId, order.sellerId]) refuseOwn(tx, side);
    if (order.problemState !== 'escalated')
      throw conflict('This problem isn’t waiting for a decision, or has been decided in the meantime.');
    const tokens = await apply(tx, order, decision);
    await audit(tx, {
      action: 'order.decided',
      subject: id,
      facts: { number: order.number, decision: decision.decision, tokens, reason: decision.reason },
    });
  });
  return showDeskOrder(ctx, id);
}
