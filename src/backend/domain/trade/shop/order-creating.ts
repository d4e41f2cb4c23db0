import type { Tokens } from '#lib/units.ts';
import { eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { formatTokens } from '#lib/format.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import {
  orderEvents,
  orderFiles,
  orders,
  type OrderSnapshot,
  type PostalAddress,
} from '../../../db/schema/shop.ts';
import { rooms } from '../../../kernel/hub.ts';
import { notify } from '../../people/notifications/notify.ts';
import { referenceCode } from '../../../kernel/reference-code.ts';

export interface NewOrder {
  readonly source: 'product' | 'auction';
  readonly productId?: string;
  readonly auctionId?: string;
  readonly buyerId: string;
  readonly sellerId: string;
  readonly snapshot: OrderSnapshot;
  /** The files of a digital order. */
  readonly fileIds: readonly string[];
  readonly quantity: number;
  readonly subtotal: Tokens;
  readonly shipping: Tokens;
  /** Null for a digital product, and for a won auction until the buyer enters it. */
  readonly address: PostalAddress | null;
  readonly transactionId: string;
}

export const dayMs = 24 * 60 * 60_000;

/** A new order's state. A digital one is delivered immediately; others wait for the seller to accept. */
async function decideOpening(tx: Ctx, type: OrderSnapshot['type']) {
  if (type === 'digital') return { state: 'delivered', deadlineAt: null, deadlineEffect: null } as const;
  const { orderAcceptDays } = await tx.settings.all();
  return {
    state: 'paid',
    deadlineAt: new Date(now(tx).getTime() + orderAcceptDays * dayMs),
    deadlineEffect: 'expire',
  } as const;
}

async function notifySeller(
  tx: Ctx,
  orderId: string,
  { buyerId, sellerId, snapshot, quantity, subtotal, shipping, source }: Omit<NewOrder, 'fileIds'>,
): Promise<void> {
  const [buyer] = await tx.db.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, buyerId));
  const what = quantity > 1 ? `${quantity} × ${snapshot.name}` : snapshot.name;
  const did = source === 'auction' ? 'won' : 'ordered';
  await notify(tx, {
    to: sellerId,
    type: 'order',
    text: `${buyer?.name ?? 'A fan'} ${did} ${what} for ${formatTokens(subtotal + shipping)}.`,
    href: routes.creatorOrder(orderId),
  });
}

/** Tells all open tabs of both sides, including the one that acted. */
export function notifySides(
  tx: Ctx,
  { id, buyerId, sellerId }: { readonly id: string; readonly buyerId: string; readonly sellerId: string },
): void {
  for (const side of [buyerId, sellerId]) tx.emit(rooms.account(side), 'order/changed', { orderId: id });
}

/**
 * Creates a paid order with the first event of its timeline, and notifies the seller. Call it in the
 * transaction of its charge.
 */
export async function createOrder(
  tx: Ctx,
  { fileIds, ...order }: NewOrder,
): Promise<{ _id: string; number: string }> {
  const id = tx.ports.ids();
  const number = referenceCode(id);
  const time = now(tx);
  const { state, ...deadline } = await decideOpening(tx, order.snapshot.type);
  await tx.db.insert(orders).values({
    ...order,
    ...deadline,
    id,
    number,
    state,
    productId: order.productId ?? null,
    auctionId: order.auctionId ?? null,
    total: order.subtotal + order.shipping,
    createdAt: time,
    updatedAt: time,
  });
  if (fileIds.length > 0)
    await tx.db
      .insert(orderFiles)
      .values(fileIds.map((fileId, position) => ({ orderId: id, fileId, position })));
  await tx.db.insert(orderEvents).values({ orderId: id, by: 'buyer', event: 'paid', createdAt: time });
  if (state === 'delivered')
    await tx.db
      .insert(orderEvents)
      .values({ orderId: id, by: 'system', event: 'delivered', createdAt: time });
  await notifySeller(tx, id, order);
  notifySides(tx, { ...order, id });
  return { _id: id, number };
}
