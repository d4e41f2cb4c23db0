import { type SQL, and, asc, desc, eq, isNotNull, isNull, not, sql } from 'drizzle-orm';
import { transaction } from '../../../kernel/context.ts';
import { jobs } from '../../../db/schema/kernel.ts';
import { disputes, webhookEvents } from '../../../db/schema/payment-outcomes.ts';
import { AppError, conflict } from '../../../kernel/errors.ts';
import { enqueueNow } from '../../../kernel/job-queue.ts';
import { type OperatorCtx, audit } from './audit.ts';
import { eventJobKey } from '../../trade/payment-outcomes/webhook-apply.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

export type WebhookRow = typeof webhookEvents.$inferSelect;
/** `waiting`: a job will apply or retry it. `failed`: no job is left to retry it. */
export type WebhookState = 'waiting' | 'failed' | 'applied';

const pendingJob = sql`${jobs.dedupeKey} = 'webhook:' || ${webhookEvents.id} AND ${jobs.doneAt} IS NULL AND ${jobs.failedAt} IS NULL`;

const waitingJob = sql`EXISTS (SELECT 1 FROM ${jobs} WHERE ${pendingJob})`;
const isOpen = isNull(webhookEvents.appliedAt);
/** Of an event that no job applies or tries again. */
export const isFailed = and(isOpen, not(waitingJob));
const ofState = (state: WebhookState | undefined): SQL | undefined =>
  ({
    all: isOpen,
    waiting: and(isOpen, waitingJob),
    failed: isFailed,
    applied: isNotNull(webhookEvents.appliedAt),
  })[state ?? 'all'];

export type ListedEvent = WebhookRow & { state: WebhookState };

/** Gateway events: waiting and failed ones oldest first, applied ones newest first. */
export async function listEvents(
  ctx: OperatorCtx,
  { state, offset = 0, limit }: { state?: WebhookState | undefined; offset?: number; limit: number },
): Promise<ListedEvent[]> {
  const order =
    state === 'applied'
      ? [desc(webhookEvents.receivedAt), desc(webhookEvents.id)]
      : [asc(webhookEvents.receivedAt), asc(webhookEvents.id)];
  const rows = await ctx.db
    .select({ event: webhookEvents, isWaiting: sql<boolean>`${waitingJob}` })
    .from(webhookEvents)
    .where(ofState(state))
    .orderBy(...order)
    .offset(offset)
    .limit(limit);
  return rows.map(({ event, isWaiting }) => ({
    ...event,
    state: event.appliedAt ? 'applied' : isWaiting ? 'waiting' : 'failed',
  }));
}

/** How many there are, counted some way past the page. */
export const countEvents = (
  ctx: OperatorCtx,
  { state, ...page }: { state?: WebhookState | undefined; offset: number; limit: number },
): Promise<number> =>
  cappedTotal(
    ctx,
    ctx.db.select({ id: webhookEvents.id }).from(webhookEvents).where(ofState(state)).getSQL(),
    page,
  );

/** Applies an event immediately that failed or is waiting for its next attempt. */
export async function retryEvent(ctx: OperatorCtx, id: string, reason?: string): Promise<WebhookRow> {
  return transaction(ctx, async (tx) => {
    const [event] = await tx.db.select().from(webhookEvents).where(eq(webhookEvents.id, id)).for('update');
    if (!event) throw new AppError(404, 'not_found', `There is no event ${id}.`);
    if (event.appliedAt) throw conflict(`Event ${id} was already applied.`);
    await enqueueNow(tx, { kind: 'webhook-apply', payload: { eventId: id }, dedupeKey: eventJobKey(id) });
    await audit(tx, {
      action: 'webhook.retried',
      subject: id,
      facts: { type: event.type, attempts: event.attempts, error: event.error, ...(reason && { reason }) },
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
