import { isPaid } from '#lib/plans/bundles.ts';
import type { Subscription } from '#contract/trade/subscriptions.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import { cardToPay } from '../../money/payments/payment-methods.ts';
import { loadOffer } from './offer.ts';
import { type SubscriptionRow, changeSubscription, currentStatus } from './slots.ts';
import { lockOwn, refuseUnderWay, renewalCard } from './terms.ts';
import { subscriptionView } from './presenters.ts';

/** The card for a renewing subscription: the chosen one, else the one used before. */
async function cardFor(
  tx: UserCtx,
  row: SubscriptionRow,
  cardId: string | undefined,
): Promise<string | null> {
  if (!isPaid(row.type)) return null;
  const savedCard = cardId ? null : await renewalCard(tx, row);
  return (savedCard ?? (await cardToPay(tx, tx.viewer.id, cardId))).id;
}

/**
 * Resumes a canceled subscription that is still running; nothing is due until its period ends. Takes a locked
 * row.
 */
export async function takeBack(
  tx: UserCtx,
  row: SubscriptionRow,
  cardId: string | undefined,
): Promise<Subscription> {
  return subscriptionView(
    tx,
    await changeSubscription(tx, row, {
      state: 'active',
      cardId: await cardFor(tx, row, cardId),
      cancelledAt: null,
      cancelReason: null,
    }),
  );
}

/**
 * Undoes a cancellation during the current period, without a charge. A subscription that wasn't canceled
 * stays unchanged.
 */
export async function resumeSubscription(
  ctx: UserCtx,
  input: { provider: string; id: string; cardId?: string },
): Promise<Subscription> {
  return transaction(ctx, async (tx) => {
    const row = await lockOwn(tx, input);
    if (row.state === 'active' || row.state === 'past_due') return subscriptionView(tx, row);
    if (currentStatus(row, now(tx)) !== 'live')
      throw conflict('This subscription has ended. Subscribe again to continue.');
    await loadOffer(tx, row.performerId);
    await refuseUnderWay(tx, row);
    return takeBack(tx, row, input.cardId);
  });
}
