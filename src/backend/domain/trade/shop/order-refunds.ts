import { eq } from 'drizzle-orm';
import { formatTokens } from '#lib/format.ts';
import type { Tokens } from '#lib/units.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { orders } from '../../../db/schema/shop.ts';
import { conflict } from '../../../kernel/errors.ts';
import { rooms } from '../../../kernel/hub.ts';
import { post } from '../../base/ledger/ledger.ts';
import { buildPartialRefund } from '../../base/ledger/refund-parts.ts';
import { refundableTokens } from '../../base/ledger/refundable-query.ts';
import { closePurchases } from '../../money/wallet/closed-purchases.ts';
import { notifySides } from './order-creating.ts';
import { formatOrderName, intoWallet, moneyBack, moveOrder, note, notifyOthers } from './order-moving.ts';
import { answered, problemEnded } from './order-problem-moves.ts';
import type { OrderRow } from './order-state-machine.ts';

export interface OrderRefund {
  readonly by: 'seller' | 'operator';
  /** All that is left, or a part of it. */
  readonly tokens: Tokens;
  readonly reason: string;
}

/** A seller's partial refund answers an open problem; the operator's ends it. */
async function afterPart(tx: Ctx, order: OrderRow, by: OrderRefund['by']) {
  if (by === 'operator') return problemEnded(tx, order, 'partly-refunded');
  return order.problemState === 'open' ? answered(tx, (await tx.settings.all()).orderAnswerDays) : {};
}

async function refundPart(tx: Ctx, order: OrderRow, { by, tokens, reason }: OrderRefund): Promise<void> {
  const { buyerId, sellerId, number, transactionId, id } = order;
  const description = `Partial refund of order ${number}`;
  const posted = await post(tx, await buildPartialRefund(tx, transactionId, { tokens, description }));
  const about = { accountId: buyerId, performerId: sellerId, subjectId: id, description };
  tx.emit(rooms.account(buyerId), 'balance/updated', await intoWallet(tx, posted, about));
  await tx.db
    .update(orders)
    .set({ ...(await afterPart(tx, order, by)), updatedAt: now(tx) })
    .where(eq(orders.id, id));
  await note(tx, id, { by, event: 'partly-refunded', note: reason, tokens });
  await notifyOthers(tx, order, {
    by,
    text: `${formatOrderName(order)}: ${formatTokens(tokens)} refunded. ${reason}`,
  });
  notifySides(tx, order);
}

/** Refunds what is left of a locked order that was shipped. Its items don't return to stock. */
async function refundRest(tx: Ctx, order: OrderRow, { by, reason }: OrderRefund): Promise<void> {
  await moneyBack(tx, order);
  await closePurchases(tx, order.transactionId);
  await moveOrder(tx, order, { name: 'refund', by, note: reason });
}

/**
 * Refunds a locked order that was shipped, in whole or in part. The caller checks whether it is permitted.
 * @throws AppError 409 for more than what is left.
 */
export async function refundOrder(tx: Ctx, order: OrderRow, refund: OrderRefund): Promise<void> {
  const left = await refundableTokens(tx.db, order.transactionId);
  if (refund.tokens > left)
    throw conflict(
      left === 0
        ? 'This order was already refunded.'
        : `You can refund up to ${formatTokens(left)} of this order.`,
    );
  await (refund.tokens === left ? refundRest : refundPart)(tx, order, refund);
}
