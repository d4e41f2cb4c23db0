import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Message } from '#contract/talk/messages/messages.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import {
  conversationMembers,
  conversations,
  messageReactions,
  messages,
} from '../../../db/schema/messages.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { nextChange } from './changing.ts';
import { type OpenConversation, lockConversation, notifyBoth } from './conversation-members.ts';
import { detach, findSoldIds } from './files.ts';
import { linkedTo } from './linked.ts';
import { type MessageRow, messageViews } from './presenters.ts';
import { endRequest, pendingRequest } from './requests/answering.ts';

/**
 * After a message was deleted, sets the newest remaining one as the preview. The conversation's position in
 * the list stays.
 */
async function refreshLast(tx: UserCtx, conversationId: string): Promise<void> {
  const [newest] = await tx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), isNull(messages.deletedAt)))
    .orderBy(desc(messages.seq))
    .limit(1);
  await tx.db
    .update(conversations)
    .set({ lastMessageId: newest?.id ?? null, updatedAt: now(tx) })
    .where(eq(conversations.id, conversationId));
}

/**
 * Locks the message and refuses to delete it if it was bought, because purchases are kept.
 * @throws AppError 409
 */
async function refuseSold(tx: UserCtx, message: MessageRow): Promise<void> {
  if (message.price === 0) return;
  await tx.db.select({ id: messages.id }).from(messages).where(eq(messages.id, message.id)).for('update');
  if ((await findSoldIds(tx, [message.id])).has(message.id))
    throw conflict('Someone bought this message, so it can’t be deleted.');
}

/**
 * Both sides keep the record of a payment. An undone tip leaves nothing to keep.
 * @throws AppError 409
 */
async function refuseTip(tx: UserCtx, message: MessageRow): Promise<void> {
  if (message.type !== 'tip') return;
  const { tips } = await linkedTo(tx, [message]);
  if (tips.get(message.id)?.undoneAt === null) throw conflict('A tip can’t be deleted.');
}

async function remove(
  tx: UserCtx,
  conversation: OpenConversation,
  message: MessageRow,
): Promise<MessageRow | undefined> {
  await refuseSold(tx, message);
  await refuseTip(tx, message);
  if (message.deletedAt) return undefined;
  const change = await nextChange(tx, conversation.id);
  const [removed] = await tx.db
    .update(messages)
    .set({ deletedAt: now(tx), change })
    .where(and(eq(messages.id, message.id), isNull(messages.deletedAt)))
    .returning();
  if (!removed) return undefined;
  await detach(tx, removed.id);
  await tx.db.delete(messageReactions).where(eq(messageReactions.messageId, removed.id));
  // If the message was unread, it no longer counts.
  await tx.db
    .update(conversationMembers)
    .set({ unread: sql`greatest(${conversationMembers.unread} - 1, 0)` })
    .where(
      and(
        eq(conversationMembers.conversationId, conversation.id),
        eq(conversationMembers.accountId, conversation.otherId),
        lt(conversationMembers.readSeq, message.seq),
      ),
    );
  await refreshLast(tx, conversation.id);
  const request = await pendingRequest(tx, conversation.id);
  if (request?.messageId === message.id) await endRequest(tx, request, 'cancelled');
  await notifyBoth(tx, conversation.otherId, {
    event: 'message/deleted',
    payload: { conversationId: conversation.id, messageId: message.id, seq: message.seq, change },
  });
  return removed;
}

/**
 * Deletes the viewer's own message for both sides; a request is taken back with its message. Repeating it
 * changes nothing.
 * @throws AppError 404 for any other message, 409 when it was bought.
 */
export async function deleteMessage(ctx: UserCtx, messageId: string): Promise<Message> {
  return transaction(ctx, async (tx) => {
    const [message] = await tx.db
      .select()
      .from(messages)
      .where(and(eq(messages.id, messageId), eq(messages.senderId, tx.viewer.id)));
    if (!message) throw notFound();
    const conversation = await lockConversation(tx, message.conversationId);
    const removed = (await remove(tx, conversation, message)) ?? {
      ...message,
      deletedAt: message.deletedAt ?? now(tx),
    };
    const [view] = await messageViews(tx, conversation.id, [removed]);
    if (!view) throw notFound();
    return view;
  });
}
