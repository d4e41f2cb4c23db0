import { and, eq, sql, sum } from 'drizzle-orm';
import { conversationMembers } from '../../../db/schema/messages.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { rooms } from '../../../kernel/hub.ts';
import { lockConversation, mayMeet, notifyBoth } from './conversation-members.ts';
import { findConversation, isUnansweredTo } from './conversation-presenters.ts';
import { isUnread } from './inbox/listing.ts';

/** Marks everything as read and notifies both members in all tabs. */
export async function readAll(ctx: UserCtx, conversationId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    // Under the same lock as sending, so that a message arriving now is counted after this instead of being
    // reset by it.
    const { id, otherId, lastSeq, readSeq } = await lockConversation(tx, conversationId);
    const mine = and(
      eq(conversationMembers.conversationId, id),
      eq(conversationMembers.accountId, tx.viewer.id),
    );
    const found = await findConversation(tx, id);
    // Whoever asked to write doesn't learn that their request was looked at.
    if (isUnansweredTo(tx, found)) {
      await tx.db.update(conversationMembers).set({ unread: 0, isMarkedUnread: false }).where(mine);
      return tx.emit(rooms.account(tx.viewer.id), 'conversation/changed', { conversationId: id });
    }
    if (readSeq >= lastSeq && !found.isMarkedUnread) return;
    await tx.db
      .update(conversationMembers)
      .set({ unread: 0, readSeq: lastSeq, readAt: now(tx), isMarkedUnread: false })
      .where(mine);
    await notifyBoth(tx, otherId, {
      event: 'conversation/read',
      payload: { conversationId: id, readerId: tx.viewer.id, seq: lastSeq },
    });
  });
}

/**
 * The viewer's unread messages in the inbox, with people they may see. A conversation marked as unread counts
 * as one. Requests and archived conversations wait without a number.
 */
export async function countUnread(ctx: UserCtx): Promise<number> {
  const [row] = await ctx.db
    .select({
      total: sum(sql`greatest(${conversationMembers.unread}, ${conversationMembers.isMarkedUnread}::int)`),
    })
    .from(conversationMembers)
    .where(
      and(
        eq(conversationMembers.accountId, ctx.viewer.id),
        eq(conversationMembers.folder, 'inbox'),
        isUnread,
        mayMeet(ctx, conversationMembers.otherId),
      ),
    );
  return Number(row?.total ?? 0);
}
