import type { Message } from '#contract/talk/messages/messages.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { rooms } from '../../../kernel/hub.ts';
import { recipientRooms } from '../../people/accounts/recipients.ts';
import type { OpenConversation } from './conversation-members.ts';
import type { MessageRow } from './files.ts';

/**
 * Emits a message to both members, each in a view of their own: files the recipient hasn't bought leave the server only as
 * a blurred preview, and each URL is valid only for the account it was signed for. Returns the viewer's view.
 */
export async function emitToBoth(
  tx: UserCtx,
  { conversation, row }: { conversation: OpenConversation; row: MessageRow },
  notice: {
    event: 'message/created' | 'message/updated';
    view: (ctx: UserCtx, row: MessageRow) => Promise<Message>;
  },
): Promise<Message> {
  const conversationId = conversation.id;
  const message = await notice.view(tx, row);
  // The view from the recipient's side. Their sessions in countries the viewer blocks aren't notified at all.
  const theirs: UserCtx = {
    ...tx,
    viewer: { ...tx.viewer, id: conversation.otherId },
    request: { ...tx.request, country: null },
  };
  const seen = row.type === 'text' ? message : await notice.view(theirs, row);
  tx.emit(rooms.account(tx.viewer.id), notice.event, { conversationId, message });
  for (const room of await recipientRooms(tx, tx.viewer.id, [conversation.otherId]))
    tx.emit(room, notice.event, { conversationId, message: seen });
  return message;
}
