import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { webhookEvents } from '../../../db/schema/payment-outcomes.ts';
import type { GatewayEvent } from '../../../ports/payment-gateway.ts';
import { disputeReported } from './disputes.ts';
import { accountReported, paymentReported, refundReported } from './webhook-effects.ts';

/** The dedupe key of the one job that applies an event. */
export const eventJobKey = (eventId: string): string => `webhook:${eventId}`;

/**
 * Applies an event and describes the effect in a sentence for the operator.
 * @throws when it can't be applied now, or ever; the operator sees the reason.
 */
function applyEffect(tx: Ctx, event: GatewayEvent): Promise<string> {
  if (event.kind === 'payment') return paymentReported(tx, event);
  if (event.kind === 'refund') return refundReported(tx, event);
  if (event.kind === 'dispute') return disputeReported(tx, event);
  if (event.kind === 'connect') return accountReported(tx, event);
  return Promise.resolve('Nothing of ours.');
}

/** Events arrive in any order, so an account's current status is fetched instead of the one in the event. */
async function upToDate(ctx: Ctx, event: GatewayEvent): Promise<GatewayEvent> {
  return event.kind === 'connect'
    ? { ...event, status: await ctx.ports.payments.connect.status(event.gatewayId) }
    : event;
}

async function applyOnce(ctx: Ctx, event: GatewayEvent): Promise<void> {
  await transaction(ctx, async (tx) => {
    const open = and(eq(webhookEvents.id, event.id), isNull(webhookEvents.appliedAt));
    const [row] = await tx.db.select({ id: webhookEvents.id }).from(webhookEvents).where(open).for('update');
    if (!row) return;
    const outcome = await applyEffect(tx, event);
    await tx.db
      .update(webhookEvents)
      .set({ appliedAt: now(tx), outcome, error: null, attempts: sql`${webhookEvents.attempts} + 1` })
      .where(open);
  });
}

/**
 * The job that applies a gateway event once, in the transaction of its effect. If it fails, the event stays
 * open with the reason and is retried.
 */
export async function applyEvent(ctx: Ctx, eventId: string): Promise<void> {
  const [row] = await ctx.db
    .select()
    .from(webhookEvents)
    .where(and(eq(webhookEvents.id, eventId), isNull(webhookEvents.appliedAt)));
  if (!row) return;
  try {
    await applyOnce(ctx, await upToDate(ctx, row.payload as GatewayEvent));
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 1_000);
    await ctx.db
      .update(webhookEvents)
      .set({ error: reason, attempts: sql`${webhookEvents.attempts} + 1` })
      .where(and(eq(webhookEvents.id, eventId), isNull(webhookEvents.appliedAt)));
    throw error;
  }
}
