import { and, eq, sql } from 'drizzle-orm';
import type { Message, MessageEmoji } from '#contract/talk/messages/messages.ts';
import { plural } from '#lib/format.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { conversations, messageReactions, messages } from '../../../db/schema/messages.ts';
import { conflict, invalid, notAllowed, notFound } from '../../../kernel/errors.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import { type OpenConversation, lockConversation } from './conversation-members.ts';
import { findConversation, writeRefusal } from './conversation-presenters.ts';
import { type MessageRow, messageView } from './presenters.ts';
import { emitToBoth } from './emitting.ts';

/** More than anyone taps by hand. */
const CHANGING = { max: 30, seconds: 10 };

/**
 * The number of the next change in a locked conversation. A client that was disconnected asks for every
 * message changed after the last number it knows.
 */
export async function nextChange(tx: UserCtx, conversationId: string): Promise<number> {
  const [row] = await tx.db
    .update(conversations)
    .set({ lastChange: sql`${conversations.lastChange} + 1` })
    .where(eq(conversations.id, conversationId))
    .returning({ change: conversations.lastChange });
  if (!row) throw new Error('a locked conversation vanished');
  return row.change;
}

interface Changing {
  readonly conversation: OpenConversation;
  readonly message: MessageRow;
}

/**
 * A message of an open conversation, read under the conversation's lock.
 * @throws AppError 404, 409 for a deleted message.
 */
async function lockMessage(tx: UserCtx, messageId: string): Promise<Changing> {
  const named = eq(messages.id, messageId);
  const [found] = await tx.db.select({ conversationId: messages.conversationId }).from(messages).where(named);
  if (!found) throw notFound();
  const conversation = await lockConversation(tx, found.conversationId);
  const [message] = await tx.db.select().from(messages).where(named);
  if (!message) throw notFound();
  if (message.deletedAt) throw conflict('This message was deleted.');
  return { conversation, message };
}

async function refuseSilenced(tx: UserCtx, conversationId: string): Promise<void> {
  const refusal = writeRefusal(tx, await findConversation(tx, conversationId));
  if (refusal) throw notAllowed(refusal);
}

async function stamp(
  tx: UserCtx,
  { conversation, message }: Changing,
  changes: Partial<Pick<MessageRow, 'text' | 'editedAt'>> = {},
): Promise<Message> {
  const change = await nextChange(tx, conversation.id);
  const [row] = await tx.db
    .update(messages)
    .set({ ...changes, change })
    .where(eq(messages.id, message.id))
    .returning();
  if (!row) throw new Error('a locked message vanished');
  return emitToBoth(tx, { conversation, row }, { event: 'message/updated', view: messageView });
}

/** @throws AppError 409 for a tip, or when the time for editing is over. */
async function refuseLate(tx: UserCtx, message: MessageRow): Promise<void> {
  if (message.type === 'tip') throw conflict('You can’t edit a tip.');
  const { messageEditMinutes } = await tx.settings.all();
  if (now(tx).getTime() > message.createdAt.getTime() + messageEditMinutes * 60_000)
    throw conflict(`You can edit a message for ${plural(messageEditMinutes, 'minute')} after you send it.`);
}

/**
 * Edits the text of the viewer's own message. The same text changes nothing.
 * @throws AppError 403 when the viewer can't write here, 404, 409 when it's too late or deleted, 422, 429.
 */
export async function editMessage(
  ctx: UserCtx,
  { id, text }: { id: string; text: string },
): Promise<Message> {
  await limitRate(ctx, `message-change:${ctx.viewer.id}`, CHANGING);
  return transaction(ctx, async (tx) => {
    const [own] = await tx.db
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.id, id), eq(messages.senderId, tx.viewer.id)));
    if (!own) throw notFound();
    const changing = await lockMessage(tx, id);
    const { conversation, message } = changing;
    await refuseSilenced(tx, conversation.id);
    await refuseLate(tx, message);
    if (text === '' && message.type === 'text') throw invalid('text', 'Write something first.');
    if (text === message.text) return messageView(tx, message);
    return stamp(tx, changing, { text, editedAt: now(tx) });
  });
}

/**
 * Sets the viewer's reaction to a message. Repeating it changes nothing.
 * @throws AppError 403 when the viewer can't write here, 404, 409 for a deleted message, 429.
 */
export async function react(
  ctx: UserCtx,
  { id, emoji }: { id: string; emoji: MessageEmoji },
): Promise<Message> {
  await limitRate(ctx, `message-change:${ctx.viewer.id}`, CHANGING);
  return transaction(ctx, async (tx) => {
    const changing = await lockMessage(tx, id);
    await refuseSilenced(tx, changing.conversation.id);
    const made = await tx.db
      .insert(messageReactions)
      .values({ messageId: id, accountId: tx.viewer.id, emoji, createdAt: now(tx) })
      .onConflictDoUpdate({
        target: [messageReactions.messageId, messageReactions.accountId],
        set: { emoji, createdAt: now(tx) },
        setWhere: sql`${messageReactions.emoji} <> ${emoji}`,
      })
      .returning({ id: messageReactions.messageId });
    return made.length === 0 ? messageView(tx, changing.message) : stamp(tx, changing);
  });
}

/**
 * Removes the viewer's reaction, if there is one.
 * @throws AppError 404, 409 for a deleted message, 429.
 */
export async function unreact(ctx: UserCtx, id: string): Promise<Message> {
  await limitRate(ctx, `message-change:${ctx.viewer.id}`, CHANGING);
  return transaction(ctx, async (tx) => {
    const changing = await lockMessage(tx, id);
    const gone = await tx.db
      .delete(messageReactions)
      .where(and(eq(messageReactions.messageId, id), eq(messageReactions.accountId, tx.viewer.id)))
      .returning({ id: messageReactions.messageId });
    return gone.length === 0 ? messageView(tx, changing.message) : stamp(tx, changing);
  });
}
