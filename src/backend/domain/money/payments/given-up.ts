import { and, eq } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { payments } from '../../../db/schema/ledger.ts';
import { enqueue } from '../../../kernel/job-queue.ts';

/**
 * Gives up the payments of a subscription that wait for confirmation. A job cancels them at the gateway too,
 * where an old tab could still confirm one. Returns their ids; the caller must release what they reserved.
 */
export async function giveUpChallenges(tx: Ctx, subscriptionId: string, reason: string): Promise<string[]> {
  const givenUp = await tx.db
    .update(payments)
    .set({ state: 'declined', challengeAnswer: 'fail', reason, updatedAt: now(tx) })
    .where(and(eq(payments.subscriptionId, subscriptionId), eq(payments.state, 'challenge')))
    .returning({ id: payments.id });
  for (const { id: paymentId } of givenUp)
    await enqueue(tx, { kind: 'payment-reconcile', payload: { paymentId } });
  return givenUp.map(({ id }) => id);
}
