import type { Tokens } from '#lib/units.ts';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Message } from '#contract/talk/messages/messages.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { conversationMembers, conversations, messages } from '../../../db/schema/messages.ts';
import { invalid, notAllowed } from '../../../kernel/errors.ts';
import { type OpenConversation, lockConversation } from './conversation-members.ts';
import { type ConversationRow, findConversation, writingIn } from './conversation-presenters.ts';
import { attach, claimDirect } from './files.ts';
import { type MessageRow, freshView, messageViews } from './presenters.ts';
import { once } from '../../../kernel/idempotency.ts';
import { queueMessagePushes } from '../../people/notifications/push/queueing.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import { lockAccess } from '../../base/access/block-rules.ts';
import { refuseStrangeReply } from './linked.ts';
import { folderOnArrival } from './inbox/organizing.ts';
import { answerByReply, pendingRequest } from './requests/answering.ts';
import { makeRequest, refuseOtherFirstPrice } from './requests/requesting.ts';
import { unavailable } from './rules.ts';
import { emitToBoth } from './emitting.ts';

/** Faster than anyone types; anything slower isn't a flood. */
export const SENDING = { max: 30, seconds: 10 };

export interface Draft {
  readonly text: string;
  readonly clientId?: string | undefined;
  readonly files: readonly string[];
  /** In tokens; 0 is free. */
  readonly price: Tokens;
  /** Id of the message this one replies to. */
  readonly replyTo?: string | undefined;
  /** The price of a request that the sender was shown. */
  readonly expectedPrice: Tokens;
}

async function sentBefore(
  tx: UserCtx,
  conversationId: string,
  clientId: string | undefined,
): Promise<MessageRow | undefined> {
  if (clientId === undefined) return undefined;
  const mine = and(
    eq(messages.conversationId, conversationId),
    eq(messages.senderId, tx.viewer.id),
    eq(messages.clientId, clientId),
  );
  const [row] = await tx.db.select().from(messages).where(mine);
  return row;
}

/** The columns of a message that its sender decides. */
type Written = Pick<MessageRow, 'type' | 'text'> &
  Partial<Pick<MessageRow, 'clientId' | 'price' | 'replyToId'>>;

/**
 * Writes the viewer's message as the next one of a locked conversation, unread by the other member, and accepts
 * the other's request.
 */
export async function appendMessage(
  tx: UserCtx,
  conversation: OpenConversation,
  written: Written,
): Promise<MessageRow> {
  const time = now(tx);
  const [row] = await tx.db
    .insert(messages)
    .values({
      id: tx.ports.ids(),
      conversationId: conversation.id,
      senderId: tx.viewer.id,
      recipientId: conversation.otherId,
      seq: conversation.lastSeq + 1,
      createdAt: time,
      ...written,
    })
    .returning();
  if (!row) throw new Error('the message wasn’t stored');
  await tx.db
    .update(conversations)
    .set({ lastSeq: row.seq, lastMessageId: row.id, lastMessageAt: time, updatedAt: time })
    .where(eq(conversations.id, conversation.id));
  const mine = eq(conversationMembers.accountId, tx.viewer.id);
  const here = eq(conversationMembers.conversationId, conversation.id);
  await tx.db
    .update(conversationMembers)
    .set({ lastMessageAt: time, wroteAt: time, folder: 'inbox' })
    .where(and(here, mine));
  await tx.db
    .update(conversationMembers)
    .set({
      lastMessageAt: time,
      unread: sql`${conversationMembers.unread} + 1`,
      folder: folderOnArrival,
    })
    .where(and(here, ne(conversationMembers.accountId, tx.viewer.id)));
  const waiting = await pendingRequest(tx, conversation.id);
  if (waiting && waiting.senderId !== tx.viewer.id) await answerByReply(tx, waiting);
  await queueMessagePushes(tx, [{ accountId: conversation.otherId, conversationId: conversation.id }]);
  return row;
}

/**
 * Refuses what was written if either account has been suspended since the checks; from here to the commit, a
 * suspension waits. A block needs no such look, because it waits for the conversation's lock. Call it last: who
 * spends locks wallets before accounts.
 * @throws AppError 403
 */
export async function refuseSuspended(tx: UserCtx, { otherId }: OpenConversation): Promise<void> {
  const { suspended } = await lockAccess(tx, [tx.viewer.id, otherId]);
  if (suspended) throw notAllowed(unavailable);
}

async function append(tx: UserCtx, conversation: OpenConversation, draft: Draft): Promise<MessageRow> {
  const { text, price, clientId = null, replyTo: replyToId = null } = draft;
  const type = await claimDirect(tx, draft.files);
  const row = await appendMessage(tx, conversation, { type, text, price, clientId, replyToId });
  await attach(tx, row.id, draft.files);
  return row;
}

/**
 * Only creators can sell, only to fans, and only files.
 * @throws AppError 422 on `price`.
 */
function refuseSale(tx: UserCtx, { card }: ConversationRow, { files, price }: Draft): void {
  if (price === 0) return;
  if (!tx.viewer.isPerformer || card.isPerformer)
    throw invalid('price', 'Only creators can sell in messages, and only to fans.');
  if (files.length === 0) throw invalid('price', 'Add a photo, a video or a voice recording to sell.');
}

/**
 * Answers a repeated call with the existing message, and notifies both again: the process may have been killed
 * between storing the message and notifying. Clients recognize a message they have.
 */
async function answerAgain(tx: UserCtx, conversation: OpenConversation, row: MessageRow): Promise<Message> {
  const view = async (ctx: UserCtx) =>
    (await messageViews(ctx, conversation.id, [row]))[0] ?? freshView(ctx, row);
  return row.deletedAt ? view(tx) : emitToBoth(tx, { conversation, row }, { event: 'message/created', view });
}

/**
 * Sends a message, once per `clientId`: a repeated call returns the existing message. The conversation's row
 * stays locked from reading to writing, so `seq` has no gaps or duplicates.
 * @throws AppError 404 when the conversation isn't the viewer's, 403 when they may not write, 422 for invalid
 * files, price or quoted message, 429. For a request also 402 with `missing`, and 409 `price_changed` or
 * `spend_cap`.
 */
export async function sendMessage(ctx: UserCtx, conversationId: string, draft: Draft): Promise<Message> {
  await limitRate(ctx, `message:${ctx.viewer.id}`, SENDING);
  const work = (tx: UserCtx) => sendLocked(tx, conversationId, draft);
  return draft.expectedPrice > 0
    ? once(ctx, { route: 'POST /messages/conversations/:id', input: { conversationId, draft } }, work)
    : transaction(ctx, work, { isRepeatable: draft.clientId !== undefined });
}

/** Sends a message within a transaction. Takes the lock of the conversation. */
export async function sendLocked(tx: UserCtx, conversationId: string, draft: Draft): Promise<Message> {
  const conversation = await lockConversation(tx, conversationId);
  const before = await sentBefore(tx, conversation.id, draft.clientId);
  if (before) return answerAgain(tx, conversation, before);
  const found = await findConversation(tx, conversation.id);
  const { refusal, request } = writingIn(tx, found);
  if (refusal) throw notAllowed(refusal);
  await refuseOtherFirstPrice(tx, draft.expectedPrice, request?.price ?? 0);
  refuseSale(tx, found, draft);
  await refuseStrangeReply(tx, conversation.id, draft.replyTo);
  const row = await append(tx, conversation, draft);
  if (request)
    await makeRequest(tx, {
      conversation,
      recipientName: found.card.name,
      messageId: row.id,
      price: request.price,
    });
  await refuseSuspended(tx, conversation);
  return emitToBoth(tx, { conversation, row }, { event: 'message/created', view: freshView });
}
