import { and, eq } from 'drizzle-orm';
import type { StreamMessage } from '#contract/talk/streams/chat.ts';
import { type UserCtx, transaction } from '../../../../kernel/context.ts';
import { streamMessages } from '../../../../db/schema/streams/stream-chats.ts';
import { notAllowed, notFound } from '../../../../kernel/errors.ts';
import { limitRate } from '../../../../kernel/rate-limit.ts';
import { heldBy } from '../../../people/held-words.ts';
import { lockStreamConversation } from '../../messages/stream-conversations.ts';
import { appendStreamMessage } from './appending.ts';
import { claimChatFiles } from './files.ts';
import { type StreamMessageRow, streamMessageViews } from './presenters.ts';
import { type OpenChat, openChat } from './reach.ts';
import { refusalToWrite } from './rules.ts';
import { refuseHaste } from './slow-mode.ts';
import { emitMessage } from './emitting.ts';

/** Faster than anyone types; anything slower isn't a flood. */
const SENDING = { max: 30, seconds: 10 };

interface Draft {
  readonly text: string;
  readonly clientId?: string | undefined;
  readonly files: readonly string[];
}

export async function presentMessage(
  ctx: UserCtx,
  chat: OpenChat,
  row: StreamMessageRow,
): Promise<StreamMessage> {
  const [view] = await streamMessageViews(ctx, [row], {
    performerId: chat.rules.performerId,
    readsFiles: true,
  });
  if (!view) throw new Error('one message makes one view');
  return view;
}

async function sentBefore(
  tx: UserCtx,
  conversationId: string,
  clientId: string | undefined,
): Promise<StreamMessageRow | undefined> {
  if (clientId === undefined) return undefined;
  const mine = and(
    eq(streamMessages.conversationId, conversationId),
    eq(streamMessages.senderId, tx.viewer.id),
    eq(streamMessages.clientId, clientId),
  );
  const [row] = await tx.db.select().from(streamMessages).where(mine);
  return row;
}

/** Those who look after the chat wouldn't wait for anyone but themselves. */
async function isHeldIn(tx: UserCtx, { rules, isModerator }: OpenChat, text: string): Promise<boolean> {
  const { performerId, heldWords: words } = rules;
  return !isModerator && (await heldBy(tx, text, { performerId, words, isTrusted: false })) !== null;
}

async function write(
  tx: UserCtx,
  chat: OpenChat,
  { text, clientId, files }: Draft,
): Promise<StreamMessageRow> {
  const refusal = refusalToWrite(tx.viewer.id, chat);
  if (refusal) throw notAllowed(refusal);
  await refuseHaste(tx, chat);
  await claimChatFiles(tx, files);
  return appendStreamMessage(tx, chat, {
    senderId: tx.viewer.id,
    type: files.length > 0 ? 'media' : 'text',
    text,
    clientId,
    fileIds: files,
    isHeld: await isHeldIn(tx, chat, text),
  });
}

/**
 * Writes in the chat of a stream, once per `clientId`: a repeated call returns the existing message, and tells
 * of it again, because the process may have been killed in between. The rules are read under the lock of the
 * conversation, so nobody slips past a ban or slow mode with two messages at once.
 * @throws AppError 404 for a chat the viewer can't see, 403 with the reason why they can't write, 422, 429.
 */
export async function sendStreamMessage(
  ctx: UserCtx,
  type: 'public_stream' | 'private_stream',
  { id, draft }: { readonly id: string; readonly draft: Draft },
): Promise<StreamMessage> {
  await limitRate(ctx, `stream-message:${ctx.viewer.id}`, SENDING);
  return transaction(
    ctx,
    async (tx) => {
      await lockStreamConversation(tx, id);
      const chat = await openChat(tx, { conversationId: id });
      if (chat.type !== type) throw notFound();
      const before = await sentBefore(tx, id, draft.clientId);
      if (before && before.deletedAt === null) await emitMessage(tx, chat, before);
      return presentMessage(tx, chat, before ?? (await write(tx, chat, draft)));
    },
    { isRepeatable: draft.clientId !== undefined },
  );
}
