import { and, asc, desc, eq, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import { transaction } from '../../kernel/context.ts';
import { jobs } from '../../db/schema/kernel.ts';
import { disputes, webhookEvents } from '../../db/schema/payment-outcomes.ts';
import { AppError, conflict } from '../../kernel/errors.ts';
import { enqueueNow } from '../../kernel/job-queue.ts';
import { type OperatorCtx, audit } from './audit.ts';
import { eventJobKey } from '../payment-outcomes/webhook-apply.ts';

export type WebhookRow = typeof webhookEvents.$inferSelect;
/** `waiting`: a job will apply or retry it. `failed`: no job is left to retry it. */
export type WebhookState = 'waiting' | 'failed' | 'applied';

const jobOf = sql`${jobs.dedupeKey} = 'webhook:' || ${webhookEvents.id} AND ${jobs.doneAt} IS NULL AND ${jobs.failedAt} IS NULL`;

/** Gateway events: waiting and failed ones oldest first, applied ones newest first. */
export function listEvents(
  ctx: OperatorCtx,
  filter: { state?: WebhookState; limit: number },
): Promise<WebhookRow[]> {
  const waitingJob = ctx.db.select({ id: jobs.id }).from(jobs).where(jobOf);
  const open = isNull(webhookEvents.appliedAt);
  const where = {
    waiting: and(open, sql`EXISTS ${waitingJob}`),
    failed: and(open, notExists(waitingJob)),
    applied: isNotNull(webhookEvents.appliedAt),
  };
  const order =
    filter.state === 'applied'
      ? [desc(webhookEvents.receivedAt), desc(webhookEvents.id)]
      : [asc(webhookEvents.receivedAt), asc(webhookEvents.id)];
  return ctx.db
    .select()
    .from(webhookEvents)
    .where(filter.state ? where[filter.state] : open)
    .orderBy(...order)
    .limit(filter.limit);
}

/** Applies an event immediately that failed or is waiting for its next attempt. */
export async function retryEvent(ctx: OperatorCtx, id: string): Promise<WebhookRow> {
  return transaction(ctx, async (tx) => {
    const [event] = await tx.db.select().from(webhookEvents).where(eq(webhookEvents.id, id)).for('update');
    if (!event) throw new AppError(404, 'not_found', `There is no event ${id}.`);
    if (event.appliedAt) throw conflict(`Event ${id} was already applied.`);
    await enqueueNow(tx, { kind: 'webhook-apply', payload: { eventId: id }, dedupeKey: eventJobKey(id) });
    await audit(tx, {
      action: 'webhook.retried',
      subject: id,
      facts: { type: event.type, attempts: event.attempts, error: event.error },
    });
    return event;
  });
}

export type DisputeRow = typeof disputes.$inferSelect;

/** Disputed payments, newest first. */
export function listDisputes(
  ctx: OperatorCtx,
  filter: { state?: DisputeRow['state']; limit: number },
): Promise<DisputeRow[]> {
  return ctx.db
    .select()
    .from(disputes)
    .where(filter.state && eq(disputes.state, filter.state))
    .orderBy(desc(disputes.createdAt), desc(disputes.id))
    .limit(filter.limit);
}
