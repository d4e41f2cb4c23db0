import type { Subscription } from '#contract/trade/subscriptions.ts';
import { isPaid } from '#lib/plans/bundles.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import { cardToPay } from '../../money/payments/payment-methods.ts';
import { type SubscriptionRow, changeSubscription, currentStatus } from './slots.ts';
import { lockOwn, refuseUnderWay } from './terms.ts';
import { subscriptionView } from './presenters.ts';

function refuseUncharged(row: SubscriptionRow, time: Date): void {
  if (currentStatus(row, time) === 'over')
    throw conflict('This subscription has ended. Subscribe again to continue.');
  if (!isPaid(row.type)) throw conflict('Free subscriptions and gifts don’t use a card.');
  if (row.state === 'cancelled')
    throw conflict('This subscription is canceled, so your card won’t be charged. Resume it first.');
}

/**
 * Changes the card a subscription is charged to, from its next renewal or retry on. Nothing is charged now. A
 * payment in progress keeps its card and must finish first. Choosing the same card again changes nothing.
 * @throws AppError 404 for someone else's subscription, 409 when it doesn't renew or a payment is in
 * progress, 422 when it isn't one of the viewer's cards.
 */
export async function changeCard(ctx: UserCtx, input: { id: string; cardId: string }): Promise<Subscription> {
  return transaction(ctx, async (tx) => {
    const row = await lockOwn(tx, input);
    refuseUncharged(row, now(tx));
    const card = await cardToPay(tx, tx.viewer.id, input.cardId);
    await refuseUnderWay(tx, row);
    return subscriptionView(
      tx,
      row.cardId === card.id ? row : await changeSubscription(tx, row, { cardId: card.id }),
    );
  });
}
