import type { Subscription } from '#contract/trade/subscriptions.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import { changeSubscription, currentStatus, endSubscription } from './slots.ts';
import { lockOwn, supersede } from './terms.ts';
import { subscriptionView } from './presenters.ts';

/**
 * Cancels a subscription at the end of its paid (or free) period; access stays until then. An overdue one has
 * no such period and ends immediately. Repeating it changes nothing. A payment waiting for the bank's
 * confirmation is given up.
 */
export async function cancelSubscription(
  ctx: UserCtx,
  input: { provider: string; id: string; reason?: string },
): Promise<Subscription> {
  return transaction(ctx, async (tx) => {
    const row = await lockOwn(tx, input);
    if (row.state === 'cancelled') return subscriptionView(tx, row);
    if (row.state === 'expired') throw conflict('This subscription has already ended.');
    await supersede(tx, row, 'You canceled the subscription, so you weren’t charged.');
    const note = { cancelledAt: now(tx), cancelReason: input.reason ?? null };
    if (currentStatus(row, now(tx)) === 'live')
      return subscriptionView(
        tx,
        await changeSubscription(tx, row, { ...note, state: 'cancelled', nextAttemptAt: null }),
      );
    return subscriptionView(tx, await endSubscription(tx, await changeSubscription(tx, row, note)));
  });
}
