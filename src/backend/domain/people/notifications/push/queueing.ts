import { and, eq, sql } from 'drizzle-orm';
import { type Ctx, now } from '../../../../kernel/context.ts';
import { idList } from '../../../../db/prepared.ts';
import { notificationSettings, pushSubscriptions } from '../../../../db/schema/notifications.ts';
import { type NewJob, enqueueAll } from '../../../../kernel/job-queue.ts';
import type { PushSource } from '../../../../kernel/job-payloads.ts';

/**
 * How long something waits before it is pushed, at least; at most twice as long. Whoever has it open reads it
 * meanwhile, and what comes together is pushed once.
 */
const SETTLE_MS = 3_000;

/** An account's device that is logged in, as part of a query. */
export const hasDevice = (account: ReturnType<typeof sql>) =>
  sql`EXISTS (SELECT 1 FROM push_subscriptions p WHERE p.account_id = ${account})`;

const pushKey = (accountId: string, { kind, id }: PushSource, when: string): string =>
  `push:${accountId}:${kind}:${id}:${when}`;

/** The job that decides, in a moment, whether to push something. All events of one interval share it. */
function buildJob(ctx: Ctx, accountId: string, source: PushSource): NewJob<'push-due'> {
  const runAt = (Math.floor(now(ctx).getTime() / SETTLE_MS) + 2) * SETTLE_MS;
  return {
    kind: 'push-due',
    payload: { accountId, source },
    runAt: new Date(runAt),
    dedupeKey: pushKey(accountId, source, String(runAt)),
  };
}

/** The same decision, put off until the quiet hours end. */
export const laterJob = (accountId: string, source: PushSource, runAt: Date): NewJob<'push-due'> => ({
  kind: 'push-due',
  payload: { accountId, source },
  runAt,
  dedupeKey: pushKey(accountId, source, 'quiet'),
});

interface Receiver {
  readonly accountId: string;
  readonly source: PushSource;
}

/** Queues pushes for accounts that are known to have a device. Call it in the transaction of the event. */
export const queuePushes = (tx: Ctx, receivers: readonly Receiver[]): Promise<void> =>
  tx.ports.push
    ? enqueueAll(
        tx,
        receivers.map(({ accountId, source }) => buildJob(tx, accountId, source)),
      )
    : Promise.resolve();

/** Those of these accounts that want messages pushed to a device. */
async function wantingMessages(tx: Ctx, accountIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.db
    .selectDistinct({ id: pushSubscriptions.accountId })
    .from(pushSubscriptions)
    .leftJoin(notificationSettings, eq(notificationSettings.accountId, pushSubscriptions.accountId))
    .where(
      and(
        sql`${pushSubscriptions.accountId} = ANY (${idList(accountIds)}::text::uuid[])`,
        sql`coalesce(${notificationSettings.pushMessages}, true)`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Queues pushes of new messages for those of their recipients who want that. */
export async function queueMessagePushes(
  tx: Ctx,
  messages: readonly { readonly accountId: string; readonly conversationId: string }[],
): Promise<void> {
  if (!tx.ports.push || messages.length === 0) return;
  const wanting = await wantingMessages(
    tx,
    messages.map(({ accountId }) => accountId),
  );
  await queuePushes(
    tx,
    messages
      .filter(({ accountId }) => wanting.has(accountId))
      .map(({ accountId, conversationId }) => ({
        accountId,
        source: { kind: 'message', id: conversationId },
      })),
  );
}
