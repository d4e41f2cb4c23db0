import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import type { StreamMessage } from '#contract/talk/streams/chat.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { streamChats, streamMessages } from '../../../../db/schema/streams/stream-chats.ts';
import { AppError, conflict, notFound } from '../../../../kernel/errors.ts';
import { rooms } from '../../../../kernel/hub.ts';
import { lockStreamConversation, takeStreamSeq } from '../../messages/stream-conversations.ts';
import { detachFiles } from './files.ts';
import type { StreamMessageRow } from './presenters.ts';
import { type Chat, type OpenChat, findChat, openChat } from './reach.ts';
import { presentMessage } from './sending.ts';
import { emitDeletion, emitMessage, emitChatChanged } from './emitting.ts';

async function findMessage(ctx: Ctx, id: string): Promise<StreamMessageRow | undefined> {
  const [row] = await ctx.db.select().from(streamMessages).where(eq(streamMessages.id, id));
  return row;
}

/** The chat of a message that the viewer may delete: their own, or one in a chat they moderate. */
async function chatToDeleteIn(tx: UserCtx, row: StreamMessageRow): Promise<OpenChat> {
  const chat = await openChat(tx, { conversationId: row.conversationId }).catch((error: unknown) => {
    // That the stream is locked says nothing about a message.
    throw error instanceof AppError && error.status === 403 ? notFound() : error;
  });
  if (!chat.isModerator && row.senderId !== tx.viewer.id) throw notFound();
  return chat;
}

async function unpin(tx: Ctx, chat: Chat): Promise<void> {
  await tx.db
    .update(streamChats)
    .set({ pinnedMessageId: null, updatedAt: now(tx) })
    .where(eq(streamChats.conversationId, chat.rules.conversationId));
  emitChatChanged(tx, chat);
}

/**
 * Deletes a message of a stream's chat, as its sender, a moderator or the creator. Repeating it changes nothing.
 * Null when the id isn't that of such a message.
 * @throws AppError 404 for anyone else.
 */
export async function deleteStreamMessage(ctx: UserCtx, id: string): Promise<StreamMessage | null> {
  const found = await findMessage(ctx, id);
  if (!found) return null;
  return transaction(ctx, async (tx) => {
    await lockStreamConversation(tx, found.conversationId);
    const chat = await chatToDeleteIn(tx, found);
    const [deleted] = await tx.db
      .update(streamMessages)
      .set({ deletedAt: now(tx), deletedBy: tx.viewer.id })
      .where(and(eq(streamMessages.id, id), isNull(streamMessages.deletedAt)))
      .returning();
    if (deleted) {
      await detachFiles(tx, [id]);
      await emitDeletion(tx, chat, deleted);
      if (chat.rules.pinnedMessageId === id) await unpin(tx, chat);
    }
    return presentMessage(tx, chat, deleted ?? { ...found, deletedAt: found.deletedAt ?? now(tx) });
  });
}

/** Removes a message of a stream's chat for an operator; its files stay with it. False when it is gone already. */
export async function takeDownStreamMessage(tx: Ctx, id: string): Promise<boolean> {
  const found = await findMessage(tx, id);
  if (!found) return false;
  await lockStreamConversation(tx, found.conversationId);
  const [deleted] = await tx.db
    .update(streamMessages)
    .set({ deletedAt: now(tx) })
    .where(and(eq(streamMessages.id, id), isNull(streamMessages.deletedAt)))
    .returning();
  if (!deleted) return false;
  const chat = await findChat(tx, { conversationId: found.conversationId });
  await emitDeletion(tx, chat, deleted);
  if (chat.rules.pinnedMessageId === id) await unpin(tx, chat);
  return true;
}

/** Undoes `takeDownStreamMessage`. */
export async function putBackStreamMessage(tx: Ctx, id: string): Promise<boolean> {
  const back = await tx.db
    .update(streamMessages)
    .set({ deletedAt: null })
    .where(and(eq(streamMessages.id, id), isNotNull(streamMessages.deletedAt)))
    .returning({ id: streamMessages.id });
  return back.length > 0;
}

/**
 * Shows a held message as the newest one. Repeating it changes nothing.
 * @throws AppError 404 for those who don't moderate the chat, 409 when it was deleted.
 */
export async function approveMessage(ctx: UserCtx, id: string): Promise<StreamMessage> {
  const found = await findMessage(ctx, id);
  if (!found) throw notFound();
  return transaction(ctx, async (tx) => {
    await lockStreamConversation(tx, found.conversationId);
    const chat = await chatToDeleteIn(tx, found);
    if (!chat.isModerator) throw notFound();
    const row = (await findMessage(tx, id)) ?? found;
    if (row.deletedAt) throw conflict('This message was deleted.');
    if (row.heldAt === null) return presentMessage(tx, chat, row);
    const [shown] = await tx.db
      .update(streamMessages)
      .set({ heldAt: null, seq: await takeStreamSeq(tx, row.conversationId, false) })
      .where(and(eq(streamMessages.id, id), isNotNull(streamMessages.heldAt)))
      .returning();
    if (!shown) throw notFound();
    await emitMessage(tx, chat, shown);
    return presentMessage(tx, chat, shown);
  });
}

/**
 * Deletes every message in the chat of the viewer's stream. Those sent meanwhile stay.
 * @throws AppError 404 when the chat isn't the viewer's.
 */
export async function removeAllMessages(ctx: UserCtx, conversationId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await lockStreamConversation(tx, conversationId);
    const chat = await findChat(tx, { conversationId });
    if (chat.rules.performerId !== tx.viewer.id) throw notFound();
    const removed = await tx.db
      .update(streamMessages)
      .set({ deletedAt: now(tx), deletedBy: tx.viewer.id })
      .where(
        and(
          eq(streamMessages.conversationId, conversationId),
          lte(streamMessages.seq, chat.lastSeq),
          isNull(streamMessages.deletedAt),
        ),
      )
      .returning({ id: streamMessages.id, type: streamMessages.type });
    await detachFiles(
      tx,
      removed.filter(({ type }) => type === 'media').map(({ id }) => id),
    );
    await tx.db
      .update(streamChats)
      .set({ pinnedMessageId: null, updatedAt: now(tx) })
      .where(eq(streamChats.conversationId, conversationId));
    tx.emit(rooms.stream(chat.rules.streamId), 'stream/chat-cleared', { conversationId, seq: chat.lastSeq });
    emitChatChanged(tx, chat);
  });
}
