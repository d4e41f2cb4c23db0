import { and, eq, ne, sql } from 'drizzle-orm';
import type { Message } from '#contract/messages';
import { type UserCtx, now, transaction } from '../context.ts';
import { conversationMembers, conversations, messages } from '../db/schema.ts';
import { notAllowed } from '../errors.ts';
import { type OpenConversation, lockConversation, tellBoth } from './conversation-members.ts';
import { findConversation, writeRefusal } from './conversation-views.ts';
import { type MessageRow, freshView, messageViews } from './message-views.ts';
import { limitRate } from './rate-limit.ts';

/** Faster than anyone types; what is slower isn't a flood. */
const SENDING = { max: 30, seconds: 10 };

export interface Draft {
  readonly text: string;
  readonly clientId?: string | undefined;
}

async function sentBefore(tx: UserCtx, conversationId: string, clientId: string | undefined): Promise<MessageRow | undefined> {
  if (clientId === undefined) return undefined;
  const mine = and(eq(messages.conversationId, conversationId), eq(messages.senderId, tx.viewer.id), eq(messages.clientId, clientId));
  const [row] = await tx.db.select().from(messages).where(mine);
  return row;
}

/** The next message of a locked conversation. */
async function append(tx: UserCtx, conversation: OpenConversation, draft: Draft): Promise<MessageRow> {
  const moment = now(tx);
  const [row] = await tx.db
    .insert(messages)
    .values({ id: tx.ports.ids(), conversationId: conversation.id, senderId: tx.viewer.id, clientId: draft.clientId ?? null, seq: conversation.lastSeq + 1, text: draft.text, createdAt: moment })
    .returning();
  if (!row) throw new Error('a message was not written');
  await tx.db.update(conversations).set({ lastSeq: row.seq, lastMessageId: row.id, lastMessageAt: moment, updatedAt: moment }).where(eq(conversations.id, conversation.id));
  const mine = eq(conversationMembers.accountId, tx.viewer.id);
  const here = eq(conversationMembers.conversationId, conversation.id);
  await tx.db.update(conversationMembers).set({ lastMessageAt: moment, wroteAt: moment }).where(and(here, mine));
  await tx.db
    .update(conversationMembers)
    .set({ lastMessageAt: moment, unread: sql`${conversationMembers.unread} + 1` })
    .where(and(here, ne(conversationMembers.accountId, tx.viewer.id)));
  return row;
}

/**
 * Sends a message, once per `clientId`: a resend answers with the message that is there already.
 * The conversation's row is locked from looking at it to writing, so `seq` has no gaps and no two messages share one.
 * Throws 404 for a conversation that isn't the viewer's, 403 where they may not write, 429 for a flood.
 */
export async function sendMessage(ctx: UserCtx, conversationId: string, draft: Draft): Promise<Message> {
  await limitRate(ctx, `message:${ctx.viewer.id}`, SENDING);
  return transaction(ctx, async (tx) => {
    const conversation = await lockConversation(tx, conversationId);
    const before = await sentBefore(tx, conversation.id, draft.clientId);
    if (before) return (await messageViews(tx, conversation.id, [before]))[0] ?? freshView(before);
    const refusal = writeRefusal(tx, await findConversation(tx, conversation.id));
    if (refusal) throw notAllowed(refusal);
    const message = freshView(await append(tx, conversation, draft));
    await tellBoth(tx, conversation.otherId, { event: 'message/created', payload: { conversationId: conversation.id, message } });
    return message;
  });
}
