import { and, eq, lte } from 'drizzle-orm';
import { scheduledClientId } from '#config/scheduled-client-id.ts';
import { routes } from '#config/routes.ts';
import type { Message } from '#contract/talk/messages/messages.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { scheduledMessages } from '../../../db/schema/creator-messages.ts';
import { AppError, notAllowed } from '../../../kernel/errors.ts';
import { sendLocked } from '../../talk/messages/sending.ts';
import { viewMessage } from '../../talk/messages/reading.ts';
import { notify } from '../../people/notifications/notify.ts';
import { type ScheduledRow, detach, loadFileIds, lockOwn } from './scheduled-messages.ts';

/** Sends a locked row's message, and remembers which one it became. */
async function sendRow(tx: UserCtx, row: ScheduledRow): Promise<Message> {
  const message = await sendLocked(tx, row.conversationId, {
    text: row.text,
    price: row.price,
    files: await loadFileIds(tx, row.id),
    clientId: scheduledClientId(row.id),
    expectedPrice: 0,
  });
  await tx.db
    .update(scheduledMessages)
    .set({ state: 'sent', messageId: message._id, reason: null, updatedAt: now(tx) })
    .where(eq(scheduledMessages.id, row.id));
  // The message refers to the files from now on.
  await detach(tx, row.id);
  return message;
}

/**
 * Sends a scheduled message before its time, or one that failed. Repeating it returns the message.
 * @throws AppError 403, 404, 422, as for any message.
 */
export async function sendScheduledNow(ctx: UserCtx, id: string): Promise<Message> {
  return transaction(
    ctx,
    async (tx) => {
      const row = await lockOwn(tx, id);
      return row.messageId === null ? sendRow(tx, row) : viewMessage(tx, row.messageId);
    },
    { isRepeatable: true },
  );
}

async function dueRow(tx: Ctx, id: string): Promise<ScheduledRow | null> {
  const due = and(
    eq(scheduledMessages.id, id),
    eq(scheduledMessages.state, 'scheduled'),
    lte(scheduledMessages.sendAt, now(tx)),
  );
  const [row] = await tx.db.select().from(scheduledMessages).where(due).for('update');
  return row ?? null;
}

/** The author, as if they were making the request; null while their account is suspended. */
async function impersonateAuthor(tx: Ctx, id: string): Promise<UserCtx | null> {
  const [row] = await tx.db.select().from(accounts).where(eq(accounts.id, id));
  if (!row || row.suspendedAt) return null;
  const { username, name, isPerformer, hasSpendCaps } = row;
  return {
    ...tx,
    viewer: { id, username, name, isPerformer, hasSpendCaps, sessionId: '' },
    request: { ...tx.request, country: null },
  };
}

async function sendDue(tx: Ctx, id: string): Promise<void> {
  const row = await dueRow(tx, id);
  if (!row) return;
  const author = await impersonateAuthor(tx, row.senderId);
  if (!author) throw notAllowed('Your account wasn’t active at that time.');
  await sendRow(author, row);
}

/** Marks the message as failed and tells its author. */
async function fail(tx: Ctx, id: string, error: AppError): Promise<void> {
  const row = await dueRow(tx, id);
  if (!row) return;
  // Why somebody can't be reached anymore is nobody's business.
  const reason = error.status === 404 ? 'You can’t message this person anymore.' : error.message;
  await tx.db
    .update(scheduledMessages)
    .set({ state: 'failed', reason, updatedAt: now(tx) })
    .where(eq(scheduledMessages.id, id));
  await notify(tx, {
    to: row.senderId,
    type: 'scheduled-message',
    text: `A scheduled message couldn’t be sent. ${reason}`,
    href: routes.conversation(row.conversationId),
  });
}

/**
 * The job that sends a scheduled message at its time. Sending and marking it as sent are one transaction, so a
 * job that is killed and runs again sends it once. What the rules of messages refuse fails for good; anything
 * else is tried again.
 */
export async function sendScheduled(ctx: Ctx, { scheduledId }: { scheduledId: string }): Promise<void> {
  try {
    await transaction(ctx, (tx) => sendDue(tx, scheduledId), { isRepeatable: true });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    await transaction(ctx, (tx) => fail(tx, scheduledId, error), { isRepeatable: true });
  }
}
