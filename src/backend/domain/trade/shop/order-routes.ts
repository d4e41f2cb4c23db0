import { type SQL, and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Order, OrderMove, OrderRow as OrderView, orders as contract } from '#contract/trade/orders.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { routes } from '#config/routes.ts';
import { matchesText } from '../../../db/matches-text.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { orders } from '../../../db/schema/shop.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { addressGiven, checkCountry, checkShipsTo } from './addresses.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { notifySides } from './order-creating.ts';
import {
  findCorrectionRefusal,
  findProblemRefusal,
  findRefundRefusal,
  isProblemAction,
  problemActionSide,
} from './order-problems.ts';
import { type ProblemMove, moveProblem } from './order-problem-moves.ts';
import { attachProblemPhotos } from './problem-photos.ts';
import { refundOrder } from './order-refunds.ts';
import { type Actor, type OrderRow, findMoveRefusal, moves, takesAddress } from './order-state-machine.ts';
import { type Moving, formatOrderName, lockOrder, moveOrder, note, notifyOthers } from './order-moving.ts';
import { once } from '../../../kernel/idempotency.ts';
import { notify } from '../../people/notifications/notify.ts';
import {
  getOrder,
  loadShippingCountries,
  orderColumns,
  presentOrders,
  viewerRole,
} from './order-presenters.ts';
import { cappedTotal, rowsWhere } from '../../../kernel/paging.ts';

type Query = ParsedInput<'GET /orders/search'>['query'];

/** Nothing was ordered before, and PostgreSQL rejects the year 0, which callers may pass. */
const notBefore1970 = (iso: string): Date => new Date(Math.max(Date.parse(iso), 0));

function matching(query: Query): SQL | undefined {
  return and(
    query.state && eq(orders.state, query.state),
    query.from ? gte(orders.createdAt, notBefore1970(query.from)) : undefined,
    query.to ? lt(orders.createdAt, notBefore1970(query.to)) : undefined,
    query.q ? matchesText(query.q, orders.number, sql`${orders.snapshot}->>'name'`) : undefined,
  );
}

function afterCursor({ cursor }: Query): SQL | undefined {
  if (cursor === undefined) return undefined;
  const { createdAt, id } = readCursor(cursor);
  return sql`(${orders.createdAt}, ${orders.id}) < (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`;
}

/** The orders of one side, newest first. */
async function search(
  ctx: UserCtx,
  side: AnyPgColumn,
  query: Query,
): Promise<{ data: OrderView[]; total: number; nextCursor: string | null }> {
  const where = and(eq(side, ctx.viewer.id), matching(query));
  const [found, total] = await Promise.all([
    ctx.db
      .select(orderColumns)
      .from(orders)
      .where(and(where, afterCursor(query)))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(query.limit + 1)
      .offset(query.cursor === undefined ? query.offset : 0),
    cappedTotal(ctx, rowsWhere(ctx, orders, where), query),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, ({ order }) => encodeCursor(order));
  return { data: await presentOrders(ctx, rows), total, nextCursor };
}

/**
 * Locks an order in which the viewer is buyer or seller.
 * @throws AppError 404 for anyone else's.
 */
async function lockMine(tx: UserCtx, id: string): Promise<OrderRow> {
  const order = await lockOrder(tx, id);
  if (!order || (order.buyerId !== tx.viewer.id && order.sellerId !== tx.viewer.id)) throw notFound();
  return order;
}

const isProblemMove = (move: OrderMove): move is ProblemMove => isProblemAction(move.action);
type Correction = Extract<OrderMove, { action: 'correct' }>;
type Step = Exclude<OrderMove, ProblemMove | Correction>;

function toMoving(move: Step): Moving {
  if (move.action === 'ship')
    return {
      name: 'ship',
      note: `${move.carrier}, ${move.tracking}`,
      set: { carrier: move.carrier, tracking: move.tracking },
    };
  if (move.action === 'deny' || move.action === 'cancel') return { name: move.action, note: move.reason };
  return { name: move.action };
}

/** @throws AppError 409 when only the other side can do this. */
function refuseWrongSide(role: 'buyer' | 'seller', may: Actor): void {
  if (may === role) return;
  throw conflict(
    role === 'buyer'
      ? 'Only the creator can do that with this order.'
      : 'Only the buyer can do that with this order.',
  );
}

/**
 * Past the deadline, its effect applies even if the job hasn't run yet.
 * @throws AppError 409
 */
function refuseLate(tx: UserCtx, { deadlineAt, deadlineEffect }: OrderRow): void {
  if (deadlineEffect === 'expire' && deadlineAt && deadlineAt <= now(tx))
    throw conflict('This order has expired and is being refunded.');
}

/** @throws AppError 409 with the message, if there is one. */
function refuse(refusal: string | null): void {
  if (refusal !== null) throw conflict(refusal);
}

async function step(tx: UserCtx, order: OrderRow, move: Step): Promise<void> {
  refuseWrongSide(viewerRole(tx, order), moves[move.action].by);
  refuse(findMoveRefusal(order, move.action));
  refuseLate(tx, order);
  await moveOrder(tx, order, toMoving(move));
}

/** Replaces carrier and tracking number, and tells the buyer. The same ones again change nothing. */
async function correctParcel(tx: UserCtx, order: OrderRow, { carrier, tracking }: Correction): Promise<void> {
  refuseWrongSide(viewerRole(tx, order), 'seller');
  refuse(findCorrectionRefusal(order));
  if (order.carrier === carrier && order.tracking === tracking) return;
  await tx.db
    .update(orders)
    .set({ carrier, tracking, updatedAt: now(tx) })
    .where(eq(orders.id, order.id));
  await note(tx, order.id, { by: 'seller', event: 'corrected', note: `${carrier}, ${tracking}` });
  await notifyOthers(tx, order, {
    by: 'seller',
    text: `${formatOrderName(order)} has a new tracking number: ${carrier}, ${tracking}.`,
  });
  notifySides(tx, order);
}

async function updateProblem(tx: UserCtx, order: OrderRow, move: ProblemMove): Promise<void> {
  refuseWrongSide(viewerRole(tx, order), problemActionSide(move.action));
  refuse(findProblemRefusal(order, move.action));
  await moveProblem(tx, order, move);
  if (move.action === 'report') await attachProblemPhotos(tx, order.id, move.photos ?? []);
}

/**
 * Changes an order's state, or what is done about its problem.
 * @throws AppError 404 when it isn't the viewer's, 409 with the reason when it isn't possible now.
 */
async function update(ctx: UserCtx, id: string, move: OrderMove): Promise<Order> {
  await transaction(ctx, async (tx) => {
    const order = await lockMine(tx, id);
    if (isProblemMove(move)) await updateProblem(tx, order, move);
    else if (move.action === 'correct') await correctParcel(tx, order, move);
    else await step(tx, order, move);
  });
  return getOrder(ctx, id);
}

type RefundBody = ParsedInput<'POST /orders/:id/refunds'>['body'];

/**
 * Refunds an order that was shipped, for the seller.
 * @throws AppError 404 when it isn't the viewer's, 409 with the reason when it isn't possible now.
 */
const refundSale = (ctx: UserCtx, id: string, body: RefundBody): Promise<Order> =>
  once(ctx, { route: 'POST /orders/:id/refunds', input: { id, body } }, async (tx) => {
    const order = await lockMine(tx, id);
    refuseWrongSide(viewerRole(tx, order), 'seller');
    refuse(findRefundRefusal(order));
    await refundOrder(tx, order, { ...body, by: 'seller' });
    return getOrder(tx, id);
  });

type AddressBody = ParsedInput<'PUT /orders/:id/update/delivery-address'>['body'];

/**
 * Sets the delivery address, for the buyer.
 * @throws AppError 404, 409 once it is shipped (or never will be), 422 on the address.
 */
async function changeAddress(ctx: UserCtx, id: string, body: AddressBody): Promise<Order> {
  await checkCountry(body.address?.country, 'address.country');
  await transaction(ctx, async (tx) => {
    const order = await lockMine(tx, id);
    if (viewerRole(tx, order) !== 'buyer') throw conflict('Only the buyer can set the delivery address.');
    if (!takesAddress(order)) throw conflict('The delivery address can’t be changed anymore.');
    refuseLate(tx, order);
    const address = await addressGiven(tx, body);
    if (!address) throw notFound();
    checkShipsTo(
      await loadShippingCountries(tx, order),
      address,
      body.address ? 'address.country' : 'addressId',
    );
    await tx.db
      .update(orders)
      .set({ address, updatedAt: now(tx) })
      .where(eq(orders.id, id));
    await note(tx, id, { by: 'buyer', event: 'address' });
    await notify(tx, {
      to: order.sellerId,
      type: 'order',
      text: `${formatOrderName(order)} now has a delivery address.`,
      href: routes.creatorOrder(id),
    });
    notifySides(tx, order);
  });
  return getOrder(ctx, id);
}

export const orderHandlers: HandlersOf<typeof contract> = {
  'GET /orders/search': (ctx, { query }) => search(ctx, orders.sellerId, query),
  'GET /orders/users/search': (ctx, { query }) => search(ctx, orders.buyerId, query),
  'GET /orders/:id': (ctx, { params }) => getOrder(ctx, params.id),
  'PUT /orders/:id/update': (ctx, { params, body }) => update(ctx, params.id, body),
  'POST /orders/:id/refunds': (ctx, { params, body }) => refundSale(ctx, params.id, body),
  'PUT /orders/:id/update/delivery-address': (ctx, { params, body }) => changeAddress(ctx, params.id, body),
};
