import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { webhookEvents } from '../../../db/schema/payment-outcomes.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { eventJobKey } from './webhook-apply.ts';

/**
 * Accepts a webhook: verifies its signature, stores the event once by the gateway's id, and leaves applying
 * it to a job.
 * @throws AppError 400 `bad_signature`, with nothing written.
 */
export async function receiveEvent(
  ctx: Ctx,
  sent: { payload: string; signature: string | null },
): Promise<void> {
  const event = await ctx.ports.payments.readEvent(sent);
  const { id, type, happenedAt } = event;
  const isOurs = event.kind !== 'other';
  await transaction(ctx, async (tx) => {
    const receivedAt = now(tx);
    const row = {
      id,
      gateway: tx.ports.payments.name,
      type: type.slice(0, 100),
      payload: event,
      happenedAt,
      receivedAt,
    };
    const inserted = await tx.db
      .insert(webhookEvents)
      .values(isOurs ? row : { ...row, appliedAt: receivedAt, outcome: 'Nothing of ours.' })
      .onConflictDoNothing()
      .returning({ id: webhookEvents.id });
    if (isOurs && inserted.length > 0)
      await enqueue(tx, { kind: 'webhook-apply', payload: { eventId: id }, dedupeKey: eventJobKey(id) });
  });
}
