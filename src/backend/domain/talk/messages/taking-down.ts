import { and, desc, eq, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { conversationMembers, conversations, messages } from '../../../db/schema/messages.ts';
import { rooms } from '../../../kernel/hub.ts';
import type { MessageRow } from './files.ts';

/** Locks the conversation of a message, as everything that changes one does. Null when there is no such message. */
async function lockMessage(tx: Ctx, id: string): Promise<MessageRow | null> {
  const [found] = await tx.db
    .select({ conversationId: messages.conversationId })
    .from(messages)
    .where(eq(messages.id, id));
  if (!found) return null;
  await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.id, found.conversationId))
    .for('no key update');
  const [row] = await tx.db.select().from(messages).where(eq(messages.id, id));
  return row ?? null;
}

/** Stamps a change of the conversation and sets the newest message that is left as its preview. */
async function stampChange(tx: Ctx, conversationId: string): Promise<number> {
  const [newest] = await tx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), isNull(messages.deletedAt)))
    .orderBy(desc(messages.seq))
    .limit(1);
  const [row] = await tx.db
    .update(conversations)
    .set({
      lastChange: sql`${conversations.lastChange} + 1`,
      lastMessageId: newest?.id ?? null,
      updatedAt: now(tx),
    })
    .where(eq(conversations.id, conversationId))
    .returning({ change: conversations.lastChange });
  if (!row) throw new Error('a locked conversation vanished');
  return row.change;
}

async function emitToMembers(
  tx: Ctx,
  { id, conversationId, seq }: MessageRow,
  change: number,
): Promise<void> {
  const members = await tx.db
    .select({ id: conversationMembers.accountId })
    .from(conversationMembers)
    .where(eq(conversationMembers.conversationId, conversationId));
  for (const member of members)
    tx.emit(rooms.account(member.id), 'message/deleted', { conversationId, messageId: id, seq, change });
}

/**
 * Removes a message for an operator, on both sides. Its files stay with it, so that it can be put back; a buyer keeps
 * those they bought. False when it is gone already.
 */
export async function takeDownMessage(tx: Ctx, id: string): Promise<boolean> {
  const message = await lockMessage(tx, id);
  if (!message || message.deletedAt) return false;
  await tx.db
    .update(messages)
    .set({ deletedAt: now(tx) })
    .where(eq(messages.id, id));
  // If the message was unread, it no longer counts.
  await tx.db
    .update(conversationMembers)
    .set({ unread: sql`greatest(${conversationMembers.unread} - 1, 0)` })
    .where(
      and(
        eq(conversationMembers.conversationId, message.conversationId),
        ne(conversationMembers.accountId, message.senderId),
        lt(conversationMembers.readSeq, message.seq),
      ),
    );
  const change = await stampChange(tx, message.conversationId);
  await tx.db.update(messages).set({ change }).where(eq(messages.id, id));
  await emitToMembers(tx, message, change);
  return true;
}

/** Undoes `takeDownMessage`. Open tabs show the message with their next look at the conversation. */
export async function putBackMessage(tx: Ctx, id: string): Promise<boolean> {
  const message = await lockMessage(tx, id);
  if (!message?.deletedAt) return false;
  await tx.db
    .update(messages)
    .set({ deletedAt: null })
    .where(and(eq(messages.id, id), isNotNull(messages.deletedAt)));
  const change = await stampChange(tx, message.conversationId);
  await tx.db.update(messages).set({ change }).where(eq(messages.id, id));
  return true;
}
