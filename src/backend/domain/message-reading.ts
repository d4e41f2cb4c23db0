import { and, asc, desc, eq, gt, lt, lte, sum } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/registry';
import { type UserCtx, now, transaction } from '../context.ts';
import { conversationMembers, messages } from '../db/schema.ts';
import { invalid } from '../errors.ts';
import { lockConversation, mayMeet, openConversation, tellBoth } from './conversation-members.ts';
import { messageViews } from './message-views.ts';

/**
 * A page of a conversation: newest first by position or below `beforeSeq`, oldest first above `afterSeq`. Deleted messages keep their place,
 * so that the positions are the sequence itself: every page is one index scan and the total is known.
 */
export async function listMessages(ctx: UserCtx, input: ParsedInput<'GET /messages/conversations/:id'>): Promise<ReplySource<'GET /messages/conversations/:id'>> {
  const { afterSeq, beforeSeq, offset, limit } = input.query;
  if (afterSeq !== undefined && beforeSeq !== undefined) throw invalid('afterSeq', 'Ask for what comes after or before, not both.');
  const { id, lastSeq } = await openConversation(ctx, input.params.id);
  const place = afterSeq !== undefined ? gt(messages.seq, afterSeq) : beforeSeq !== undefined ? lt(messages.seq, beforeSeq) : lte(messages.seq, lastSeq - offset);
  const rows = await ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.conversationId, id), place))
    .orderBy(afterSeq === undefined ? desc(messages.seq) : asc(messages.seq))
    .limit(limit);
  return { data: await messageViews(ctx, id, rows), total: lastSeq };
}

/** Marks everything read and tells both sides, in every tab. */
export async function readAll(ctx: UserCtx, conversationId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    // Under the lock that senders hold: a message that arrives now is counted after this, not wiped out by it.
    const { id, otherId, lastSeq, readSeq } = await lockConversation(tx, conversationId);
    if (readSeq >= lastSeq) return;
    await tx.db
      .update(conversationMembers)
      .set({ unread: 0, readSeq: lastSeq, readAt: now(tx) })
      .where(and(eq(conversationMembers.conversationId, id), eq(conversationMembers.accountId, tx.viewer.id)));
    await tellBoth(tx, otherId, { event: 'conversation/read', payload: { conversationId: id, readerId: tx.viewer.id, seq: lastSeq } });
  });
}

/** Over all conversations with people the viewer may meet. */
export async function countUnread(ctx: UserCtx): Promise<number> {
  const [row] = await ctx.db
    .select({ total: sum(conversationMembers.unread) })
    .from(conversationMembers)
    .where(and(eq(conversationMembers.accountId, ctx.viewer.id), gt(conversationMembers.unread, 0), mayMeet(ctx, conversationMembers.otherId)));
  return Number(row?.total ?? 0);
}
