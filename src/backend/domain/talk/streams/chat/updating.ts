import { and, eq, isNull } from 'drizzle-orm';
import type { StreamConversation } from '#contract/talk/streams/chat.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { streamChats, streamMessages } from '../../../../db/schema/streams/stream-chats.ts';
import { invalid, notAllowed } from '../../../../kernel/errors.ts';
import { wordList } from '../../../people/held-words.ts';
import { lockStreamConversation } from '../../messages/stream-conversations.ts';
import { moderatedChat, openChat } from './reach.ts';
import { chatView } from './reading.ts';
import { emitChatChanged } from './emitting.ts';

type Change = ParsedInput<'PUT /conversations/:id/update'>['body'];

/** @throws AppError 422 for a message that isn't shown in this chat. */
async function refuseOddPin(tx: UserCtx, conversationId: string, messageId: string): Promise<void> {
  const rows = await tx.db
    .select({ id: streamMessages.id })
    .from(streamMessages)
    .where(
      and(
        eq(streamMessages.id, messageId),
        eq(streamMessages.conversationId, conversationId),
        isNull(streamMessages.heldAt),
        isNull(streamMessages.deletedAt),
      ),
    );
  if (rows.length === 0) throw invalid('pinnedMessageId', 'This message isn’t in the chat anymore.');
}

/**
 * Changes a chat: its rules as the creator, its pinned message also as a moderator.
 * @throws AppError 404 for a chat the viewer can't see, 403 for one they don't look after, 422.
 */
export async function updateChat(
  ctx: UserCtx,
  conversationId: string,
  change: Change,
): Promise<StreamConversation> {
  return transaction(ctx, async (tx) => {
    await lockStreamConversation(tx, conversationId);
    const chat = await moderatedChat(tx, { conversationId });
    const { pinnedMessageId, chatAudience, heldWords, slowSeconds, isClosed } = change;
    const rules = {
      ...(chatAudience === undefined ? {} : { audience: chatAudience }),
      ...(heldWords === undefined ? {} : { heldWords: wordList(heldWords) }),
      ...(slowSeconds === undefined ? {} : { slowSeconds }),
      ...(isClosed === undefined ? {} : { isClosed }),
    };
    if (Object.keys(rules).length > 0 && chat.rules.performerId !== tx.viewer.id)
      throw notAllowed('Only the creator can change the rules of the chat.');
    if (pinnedMessageId) await refuseOddPin(tx, conversationId, pinnedMessageId);
    await tx.db
      .update(streamChats)
      .set({ ...rules, ...(pinnedMessageId === undefined ? {} : { pinnedMessageId }), updatedAt: now(tx) })
      .where(eq(streamChats.conversationId, conversationId));
    emitChatChanged(tx, chat);
    return chatView(tx, await openChat(tx, { conversationId }));
  });
}
