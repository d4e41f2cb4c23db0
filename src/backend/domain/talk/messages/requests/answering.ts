import { and, eq, sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import type { Conversation } from '#contract/talk/messages/messages.ts';
import { formatTokens } from '#lib/format.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { conversationMembers, conversations, messageRequests } from '../../../../db/schema/messages.ts';
import { conflict, notAllowed, notFound } from '../../../../kernel/errors.ts';
import { rooms } from '../../../../kernel/hub.ts';
import { post } from '../../../base/ledger/ledger.ts';
import { spendPostings } from '../../../base/ledger/postings.ts';
import { notify } from '../../../people/notifications/notify.ts';
import { type Hold, releaseTokens } from '../../../money/wallet/holds.ts';
import { lockConversation } from '../conversation-members.ts';
import { conversationView, findConversation, writeRefusal } from '../conversation-presenters.ts';
import { buildPairKey } from '../rules.ts';

export type RequestRow = typeof messageRequests.$inferSelect;
type Ending = 'declined' | 'expired' | 'cancelled';

/** The request of a conversation whose row is locked, as long as it waits. */
export async function pendingRequest(tx: Ctx, conversationId: string): Promise<RequestRow | undefined> {
  const [row] = await tx.db
    .select()
    .from(messageRequests)
    .where(and(eq(messageRequests.conversationId, conversationId), eq(messageRequests.state, 'pending')));
  return row;
}

async function loadName(tx: Ctx, id: string): Promise<string> {
  const [row] = await tx.db.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, id));
  return row?.name ?? '';
}

const buildHold = (request: RequestRow, description: string): Hold => ({
  accountId: request.senderId,
  performerId: request.performerId,
  subject: 'first_message',
  subjectId: request.conversationId,
  tokens: request.price,
  description,
});

/**
 * Pays the tokens on hold to the creator and the site's commission. They return to the wallet first, so that a
 * later refund goes there as well.
 */
async function charge(tx: Ctx, request: RequestRow, performer: string): Promise<string | null> {
  const { senderId, performerId, price, conversationId } = request;
  if (price === 0) return null;
  await releaseTokens(tx, buildHold(request, `Message request accepted: ${performer}`));
  const { tokenRate, commissionBps } = await tx.settings.all();
  const posted = await post(tx, {
    kind: 'charge',
    subject: 'first_message',
    subjectId: conversationId,
    actorId: senderId,
    performerId,
    description: `First message to ${performer}`,
    postings: spendPostings({ accountId: senderId, performerId, tokens: price, tokenRate, commissionBps }),
  });
  tx.emit(rooms.account(senderId), 'balance/updated', {
    added: -price,
    balance: posted.balanceOf('wallet', senderId),
  });
  return posted.transactionId;
}

const whose = (conversationId: string, accountId: string) =>
  and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.accountId, accountId));

function emitChanged(tx: Ctx, { senderId, performerId, conversationId }: RequestRow): void {
  for (const id of [senderId, performerId])
    tx.emit(rooms.account(id), 'conversation/changed', { conversationId });
}

async function settle(
  tx: Ctx,
  { conversationId }: RequestRow,
  changes: Pick<RequestRow, 'state' | 'transactionId'>,
): Promise<void> {
  const time = now(tx);
  await tx.db
    .update(messageRequests)
    .set({ ...changes, answeredAt: time, updatedAt: time })
    .where(eq(messageRequests.conversationId, conversationId));
}

/**
 * Accepts a request that waits: charges its price, and moves the conversation to the creator's inbox. Requires
 * the conversation's lock.
 */
async function acceptRequest(tx: Ctx, request: RequestRow): Promise<void> {
  const { conversationId, senderId, performerId } = request;
  const performer = await loadName(tx, performerId);
  const transactionId = await charge(tx, request, performer);
  await settle(tx, request, { state: 'accepted', transactionId });
  await tx.db
    .update(conversationMembers)
    .set({
      folder: 'inbox',
      readSeq: sql`(SELECT last_seq FROM conversations WHERE id = ${conversationId})`,
      readAt: now(tx),
      unread: 0,
    })
    .where(whose(conversationId, performerId));
  emitChanged(tx, request);
  await notify(tx, {
    to: senderId,
    type: 'message-request',
    actor: { id: performerId, name: performer },
    text: `${performer} accepted your message request.`,
    href: routes.conversation(conversationId),
  });
}

/** In the sender's history; followed by the creator's name. */
const releases: Record<Ending, string> = {
  declined: 'Message request declined',
  expired: 'Message request not answered',
  cancelled: 'Message request canceled',
};

/**
 * Ends a request without an answer to it, and returns its price. The creator finds the conversation among the
 * archived ones. Requires the conversation's lock.
 */
export async function endRequest(tx: Ctx, request: RequestRow, ending: Ending): Promise<void> {
  const { conversationId, senderId, performerId, price } = request;
  const performer = await loadName(tx, performerId);
  if (price > 0) await releaseTokens(tx, buildHold(request, `${releases[ending]}: ${performer}`));
  await settle(tx, request, { state: ending, transactionId: null });
  await tx.db
    .update(conversationMembers)
    .set({ folder: 'archived', unread: 0 })
    .where(and(whose(conversationId, performerId), eq(conversationMembers.folder, 'requests')));
  emitChanged(tx, request);
  // Who took the request back knows, and after a block there is nobody to tell.
  if (ending === 'cancelled') return;
  const did = ending === 'declined' ? 'declined' : 'didn’t answer';
  const back = price > 0 ? ` Your ${formatTokens(price)} are back in your wallet.` : '';
  await notify(tx, {
    to: senderId,
    type: 'message-request',
    actor: { id: performerId, name: performer },
    text: `${performer} ${did} your message request.${back}`,
    href: routes.conversation(conversationId),
  });
}

/** Whether it is too late to accept a request. Look after taking the lock, so that waiting for it counts. */
const isOver = (tx: Ctx, { expiresAt }: RequestRow): boolean => now(tx) >= expiresAt;

/** A reply accepts a request that waits. One that is only about to be ended is ended instead. */
export const answerByReply = (tx: Ctx, request: RequestRow): Promise<void> =>
  isOver(tx, request) ? endRequest(tx, request, 'expired') : acceptRequest(tx, request);

/**
 * The viewer's answer to a request. Repeating an answer changes nothing.
 * @throws AppError 404 when there is no such request to the viewer, 403 when the sender is suspended, 409 when
 * it ended otherwise.
 */
export async function answerRequest(
  ctx: UserCtx,
  conversationId: string,
  answer: 'accepted' | 'declined',
): Promise<Conversation> {
  return transaction(ctx, async (tx) => {
    await lockConversation(tx, conversationId);
    const [request] = await tx.db
      .select()
      .from(messageRequests)
      .where(
        and(
          eq(messageRequests.conversationId, conversationId),
          eq(messageRequests.performerId, tx.viewer.id),
        ),
      );
    if (!request) throw notFound();
    if (request.state === 'pending') await applyAnswer(tx, request, answer);
    else if (request.state !== answer) throw conflict('This request was already answered or has ended.');
    return conversationView(tx, await findConversation(tx, conversationId));
  });
}

async function applyAnswer(tx: UserCtx, request: RequestRow, answer: 'accepted' | 'declined'): Promise<void> {
  if (answer === 'declined') return endRequest(tx, request, 'declined');
  if (isOver(tx, request)) throw conflict('This request has expired. Write a message to reply.');
  const refusal = writeRefusal(tx, await findConversation(tx, request.conversationId));
  if (refusal) throw notAllowed(refusal);
  return acceptRequest(tx, request);
}

/**
 * Locks the conversation of two accounts, if there is one. Take this lock before those on their accounts, as
 * sending does.
 */
export async function lockConversationBetween(tx: Ctx, a: string, b: string): Promise<string | null> {
  const [row] = await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.pairKey, buildPairKey(a, b)))
    .for('no key update');
  return row?.id ?? null;
}

/** For a block: a request between the two ends, and its price is returned. */
export async function endRequestByBlock(tx: UserCtx, conversationId: string | null): Promise<void> {
  const request = conversationId === null ? undefined : await pendingRequest(tx, conversationId);
  if (request) await endRequest(tx, request, 'cancelled');
}
