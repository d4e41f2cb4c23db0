import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../../kernel/context.ts';
import type { StreamMessage } from '#contract/talk/streams/chat.ts';
import { streamModerators } from '../../../../db/schema/streams/stream-chats.ts';
import { rooms } from '../../../../kernel/hub.ts';
import { isFreeToAll } from '../../../base/access/access.ts';
import { blockedWith } from '../../../base/access/block-rules.ts';
import { streamItem } from '../stream-item.ts';
import type { Chat } from './reach.ts';
import { type StreamMessageRow, streamMessageViews } from './presenters.ts';

/** The rooms of those who see a message that waits: the creator, the moderators and its sender. */
async function roomsOfHeld(tx: Ctx, { rules, stream }: Chat, senderId: string): Promise<string[]> {
  const named = stream
    ? await tx.db
        .select({ id: streamModerators.accountId })
        .from(streamModerators)
        .where(eq(streamModerators.performerId, rules.performerId))
    : [];
  return [...new Set([rules.performerId, senderId, ...named.map(({ id }) => id)])].map(rooms.account);
}

/**
 * A message as everybody in the room may receive it. Addresses of files are only included where anyone may read
 * them; other readers fetch the message.
 */
async function forEverybody(tx: Ctx, chat: Chat, row: StreamMessageRow): Promise<StreamMessage[]> {
  const isOpen = chat.stream !== null && isFreeToAll(streamItem(chat.stream));
  return streamMessageViews({ ...tx, viewer: null }, [row], {
    performerId: chat.rules.performerId,
    readsFiles: isOpen,
  });
}

/** Emits a message to everybody in the room, or a held one only to its moderators and its sender. */
export async function emitMessage(tx: Ctx, chat: Chat, row: StreamMessageRow): Promise<void> {
  const payload = {
    conversationId: row.conversationId,
    messages: await forEverybody(tx, chat, row),
  };
  if (row.heldAt !== null) {
    for (const room of await roomsOfHeld(tx, chat, row.senderId)) tx.emit(room, 'stream/message', payload);
    return;
  }
  const room = rooms.stream(chat.rules.streamId);
  // Whom the creator has blocked isn't in the room.
  const except = row.senderId === chat.rules.performerId ? [] : await blockedWith(tx, row.senderId);
  tx.emit(
    except.length === 0 ? room : { room, except: except.map(rooms.account) },
    'stream/message',
    payload,
  );
}

export async function emitDeletion(tx: Ctx, chat: Chat, row: StreamMessageRow): Promise<void> {
  const payload = { conversationId: row.conversationId, messageIds: [row.id] };
  const to =
    row.heldAt === null ? [rooms.stream(chat.rules.streamId)] : await roomsOfHeld(tx, chat, row.senderId);
  for (const room of to) tx.emit(room, 'stream/message-deleted', payload);
}

export const emitChatChanged = (tx: Ctx, { rules }: Chat): void =>
  tx.emit(rooms.stream(rules.streamId), 'stream/chat-changed', { conversationId: rules.conversationId });
