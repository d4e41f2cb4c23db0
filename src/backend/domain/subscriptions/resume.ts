import type { Subscription } from '#contract/subscriptions.ts';
import { type UserCtx, now, transaction } from '../../kernel/context.ts';
import { conflict } from '../../kernel/errors.ts';
import { cardToPay } from '../payments/payment-methods.ts';
import { offerOf } from './offer.ts';
import { type SubscriptionRow, changeSubscription, statusOf } from './slots.ts';
import { lockOwn, refuseUnderWay, renewalCard } from './terms.ts';
import { subscriptionView } from './presenters.ts';

/** What renews needs a card, the one chosen, else the one that paid before. */
async function cardFor(
  tx: UserCtx,
  row: SubscriptionRow,
  cardId: string | undefined,
): Promise<string | null> {
  if (row.type === 'free') return null;
  const kept = cardId ? null : await renewalCard(tx, row);
  return (kept ?? (await cardToPay(tx, tx.viewer.id, cardId))).id;
}

/**
 * A cancelled subscription that still runs goes on as before: nothing is due until its period ends. Give it a
 * locked row.
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
 * Takes back a cancellation while the period runs, without a charge. What wasn't cancelled stays as it is.
 */
export async function resumeSubscription(
  ctx: UserCtx,
  input: { provider: string; id: string; cardId?: string },
): Promise<Subscription> {
  return transaction(ctx, async (tx) => {
    const row = await lockOwn(tx, input);
    if (row.state === 'active' || row.state === 'past_due') return subscriptionView(tx, row);
    if (statusOf(row, now(tx)) !== 'live')
      throw conflict('This subscription has ended. Subscribe again to continue.');
    await offerOf(tx, row.performerId);
    await refuseUnderWay(tx, row);
    return takeBack(tx, row, input.cardId);
  });
}
