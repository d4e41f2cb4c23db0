import { and, eq } from 'drizzle-orm';
import type { Subscription } from '#contract/payment';
import { type UserCtx, now, transaction } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { requireProvider } from './cards-kept.ts';
import { changeSubscription, endSubscription, lockSubscription, standingOf } from './subscription-slots.ts';
import { subscriptionView } from './subscription-views.ts';
import { payments } from '../db/schema.ts';

/**
 * Ends a subscription with the period that is paid (or free): access stays until then. An overdue one has no such period and ends now.
 * Cancelling again changes nothing.
 */
export async function cancelSubscription(ctx: UserCtx, input: { provider: string; id: string; reason?: string }): Promise<Subscription> {
  requireProvider(ctx, input.provider);
  return transaction(ctx, async (tx) => {
    const row = await lockSubscription(tx, input.id);
    if (!row || row.userId !== ctx.viewer.id || row.gateway !== input.provider || row.state === 'incomplete') throw notFound();
    if (row.state === 'cancelled') return subscriptionView(tx, row);
    if (row.state === 'expired') throw conflict('This subscription has ended already.');
    const [underWay] = await tx.db.select({ id: payments.id }).from(payments).where(and(eq(payments.subscriptionId, row.id), eq(payments.state, 'pending'))).limit(1);
    if (underWay) throw conflict('A payment for this subscription is being confirmed right now. Try again in a moment.');
    const note = { cancelledAt: now(tx), cancelReason: input.reason ?? null };
    if (standingOf(row, now(tx)) === 'live') return subscriptionView(tx, await changeSubscription(tx, row, { ...note, state: 'cancelled', nextAttemptAt: null }));
    return subscriptionView(tx, await endSubscription(tx, await changeSubscription(tx, row, note)));
  });
}
