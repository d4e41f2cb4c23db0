import type { Tokens } from '#lib/units.ts';
import { eq, sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import type { OrderEventName } from '#contract/trade/orders.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { orderEvents, orders, products } from '../../../db/schema/shop.ts';
import { rooms } from '../../../kernel/hub.ts';
import { type Posted, post, reverse } from '../../base/ledger/ledger.ts';
import { dayMs, notifySides } from './order-creating.ts';
import { closePurchases } from '../../money/wallet/closed-purchases.ts';
import { notify } from '../../people/notifications/notify.ts';
import {
  type Actor,
  type MoveName,
  type OrderRow,
  automaticMove,
  hasOpenProblem,
  moves,
} from './order-state-machine.ts';

/** Locks an order, so that changes to it happen one at a time. */
export async function lockOrder(tx: Ctx, id: string): Promise<OrderRow | null> {
  const [row] = await tx.db.select().from(orders).where(eq(orders.id, id)).for('update');
  return row ?? null;
}

export async function note(
  tx: Ctx,
  orderId: string,
  event: { by: Actor; event: OrderEventName; note?: string; tokens?: Tokens },
): Promise<void> {
  await tx.db.insert(orderEvents).values({
    orderId,
    by: event.by,
    event: event.event,
    note: event.note ?? '',
    tokens: event.tokens ?? null,
    createdAt: now(tx),
  });
}

export async function calculateDeadline(tx: Ctx, order: OrderRow, state: OrderRow['state']) {
  const next = automaticMove(state, await tx.settings.all(), order.snapshot.processingDays ?? 0);
  return next
    ? { deadlineAt: new Date(now(tx).getTime() + next.days * dayMs), deadlineEffect: next.effect }
    : { deadlineAt: null, deadlineEffect: null };
}

/**
 * Puts the items back in stock. Runs before the ledger entry, in the same order of locks as a purchase, to
 * prevent a deadlock between the two.
 */
async function returnStock(tx: Ctx, { productId, quantity }: OrderRow): Promise<void> {
  if (productId === null) return;
  await tx.db
    .update(products)
    .set({
      stock: sql`${products.stock} + ${quantity}`,
      sold: sql`greatest(0, ${products.sold} - ${quantity})`,
    })
    .where(eq(products.id, productId));
}

/**
 * Moves refunded bid tokens from the held balance to the wallet. Returns the number of tokens and the
 * wallet's new balance.
 */
export async function intoWallet(
  tx: Ctx,
  posted: Posted,
  about: { accountId: string; performerId: string | null; subjectId: string | null; description: string },
): Promise<{ added: Tokens; balance: Tokens }> {
  const { accountId, ...facts } = about;
  const held = posted.amountOf('wallet_held', accountId);
  const added = posted.amountOf('wallet', accountId);
  if (held <= 0) return { added, balance: posted.balanceOf('wallet', accountId) };
  const postings = [
    { kind: 'wallet_held', ownerId: accountId, amount: -held },
    { kind: 'wallet', ownerId: accountId, amount: held },
  ] as const;
  const released = await post(tx, {
    kind: 'release',
    subject: 'release',
    actorId: accountId,
    ...facts,
    postings,
  });
  return { added: added + held, balance: released.balanceOf('wallet', accountId) };
}

/** Returns what is left of an order's price to its buyer. */
export async function moneyBack(
  tx: Ctx,
  { id, number, buyerId, sellerId, transactionId }: OrderRow,
): Promise<void> {
  const description = `Refund of order ${number}`;
  const posted = await reverse(tx, transactionId, description);
  tx.emit(
    rooms.account(buyerId),
    'balance/updated',
    await intoWallet(tx, posted, { accountId: buyerId, performerId: sellerId, subjectId: id, description }),
  );
}

const phrases: Record<MoveName, string> = {
  accept: 'was accepted',
  ship: 'has shipped',
  deny: 'was denied, and the tokens are back in the wallet',
  cancel: 'was canceled, and the tokens are back in the wallet',
  confirm: 'was delivered',
  expire: 'expired, and the tokens are back in the wallet',
  deliver: 'was marked as delivered',
  close: 'is closed',
  refund: 'was refunded',
};

/** Notifies the sides that didn't act themselves. */
export async function notifyOthers(
  tx: Ctx,
  order: OrderRow,
  { by, text }: { readonly by: Actor; readonly text: string },
): Promise<void> {
  if (by !== 'buyer')
    await notify(tx, { to: order.buyerId, type: 'order', text, href: routes.order(order.id) });
  if (by !== 'seller')
    await notify(tx, { to: order.sellerId, type: 'order', text, href: routes.creatorOrder(order.id) });
}

/** How notifications name an order. */
export const formatOrderName = ({ number, snapshot }: OrderRow): string =>
  `“${snapshot.name}” (order ${number})`;

export interface Moving {
  readonly name: MoveName;
  /** Who does it, where that isn't always the same. */
  readonly by?: Actor;
  readonly note?: string;
  readonly set?: Partial<Pick<OrderRow, 'carrier' | 'tracking'>>;
}

/** A refund of the whole order leaves no problem open. */
const problemClosed = (tx: Ctx, order: OrderRow, state: OrderRow['state']) =>
  state === 'refunded' && hasOpenProblem(order)
    ? ({ problemState: 'closed', problemOutcome: 'refunded', problemSince: now(tx) } as const)
    : {};

/**
 * Changes a locked order's state, next deadline, and timeline, and refunds the money where that applies. The
 * caller checks whether the change is permitted.
 */
export async function moveOrder(
  tx: Ctx,
  order: OrderRow,
  { name, note: words, set, by = moves[name].by }: Moving,
): Promise<void> {
  const { to, refunds } = moves[name];
  const state = refunds ? 'refunded' : to;
  if (refunds) {
    await returnStock(tx, order);
    await moneyBack(tx, order);
    await closePurchases(tx, order.transactionId);
  }
  await tx.db
    .update(orders)
    .set({
      ...set,
      ...problemClosed(tx, order, state),
      ...(await calculateDeadline(tx, order, state)),
      state,
      updatedAt: now(tx),
    })
    .where(eq(orders.id, order.id));
  await note(tx, order.id, { by, event: to, ...(words ? { note: words } : {}) });
  if (refunds) await note(tx, order.id, { by: 'system', event: 'refunded' });
  await notifyOthers(tx, order, { by, text: `${formatOrderName(order)} ${phrases[name]}.` });
  notifySides(tx, order);
}

/**
 * Before the operator refunds a charge: locks its order, if any, and puts items that were never shipped back
 * in stock.
 */
export async function holdRefunded(tx: Ctx, transactionId: string): Promise<OrderRow | null> {
  const [order] = await tx.db
    .select()
    .from(orders)
    .where(eq(orders.transactionId, transactionId))
    .for('update');
  if (!order || order.state === 'refunded') return null;
  if (order.state === 'paid' || order.state === 'accepted') await returnStock(tx, order);
  return order;
}
