import { and, eq, sql } from 'drizzle-orm';
import type { Conversation } from '#contract/talk/messages/messages.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type UserCtx, transaction } from '../../../../kernel/context.ts';
import { conversationMembers } from '../../../../db/schema/messages.ts';
import { conflict } from '../../../../kernel/errors.ts';
import { rooms } from '../../../../kernel/hub.ts';
import { lockConversation } from '../conversation-members.ts';
import { type ConversationRow, conversationView, findConversation } from '../conversation-presenters.ts';

type Wish = ParsedInput<'PUT /conversations/:id/inbox'>['body'];

/**
 * A request leaves its list only by an answer.
 * @throws AppError 409
 */
function folderAfter({ folder }: ConversationRow, isArchived: boolean): ConversationRow['folder'] {
  if (folder === 'requests') {
    if (isArchived) throw conflict('Accept or decline this request instead.');
    return folder;
  }
  return isArchived ? 'archived' : 'inbox';
}

/**
 * SQL value of `folder` for a member to whom a message came: it brings an archived conversation back, unless
 * the member muted it.
 */
export const folderOnArrival = sql`CASE WHEN ${conversationMembers.folder} = 'archived' AND NOT ${conversationMembers.isMuted} THEN 'inbox' ELSE ${conversationMembers.folder} END`;

/**
 * Pins, mutes or archives a conversation for the viewer, or marks it as unread. The other member doesn't learn
 * of it. Repeating it changes nothing.
 * @throws AppError 404, 409 when archiving a request that waits for an answer.
 */
export async function organize(ctx: UserCtx, id: string, wish: Wish): Promise<Conversation> {
  return transaction(ctx, async (tx) => {
    await lockConversation(tx, id);
    const row = await findConversation(tx, id);
    const { isArchived, ...flags } = wish;
    const folder = isArchived === undefined ? row.folder : folderAfter(row, isArchived);
    await tx.db
      .update(conversationMembers)
      .set({ ...flags, folder })
      .where(
        and(eq(conversationMembers.conversationId, id), eq(conversationMembers.accountId, tx.viewer.id)),
      );
    tx.emit(rooms.account(tx.viewer.id), 'conversation/changed', { conversationId: id });
    return conversationView(tx, await findConversation(tx, id));
  });
}
