import { type SQL, and, asc, desc, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import type { StreamConversation, StreamMessage } from '#contract/talk/streams/chat.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type Ctx, type UserCtx, signedIn } from '../../../../kernel/context.ts';
import { streamMessages } from '../../../../db/schema/streams/stream-chats.ts';
import { notFound } from '../../../../kernel/errors.ts';
import { blockedWith } from '../../../base/access/block-rules.ts';
import { streamMessageViews } from './presenters.ts';
import { type ChatKey, type OpenChat, openChat } from './reach.ts';
import { refusalToWrite } from './rules.ts';
import { secondsToWait } from './slow-mode.ts';

/** People that the viewer doesn't read, nor they the viewer. The creator is left to the access rule. */
async function hiddenFrom(ctx: Ctx, { rules }: OpenChat): Promise<Set<string>> {
  if (!ctx.viewer || ctx.viewer.id === rules.performerId) return new Set();
  return new Set(await blockedWith(ctx, ctx.viewer.id));
}

async function viewsFor(
  ctx: Ctx,
  chat: OpenChat,
  rows: Parameters<typeof streamMessageViews>[1],
): Promise<StreamMessage[]> {
  if (rows.length === 0) return [];
  const hidden = await hiddenFrom(ctx, chat);
  return streamMessageViews(ctx, rows, { performerId: chat.rules.performerId, readsFiles: true, hidden });
}

async function pinnedIn(ctx: Ctx, chat: OpenChat): Promise<StreamMessage | null> {
  const { pinnedMessageId } = chat.rules;
  if (pinnedMessageId === null) return null;
  const rows = await ctx.db
    .select()
    .from(streamMessages)
    .where(and(eq(streamMessages.id, pinnedMessageId), isNull(streamMessages.deletedAt)));
  return (await viewsFor(ctx, chat, rows))[0] ?? null;
}

/** A chat as the viewer sees it. */
export async function chatView(ctx: Ctx, chat: OpenChat): Promise<StreamConversation> {
  const { rules, isModerator } = chat;
  const refusal = refusalToWrite(ctx.viewer?.id ?? null, chat);
  return {
    _id: rules.conversationId,
    streamId: rules.streamId,
    performerId: rules.performerId,
    type: chat.type === 'private_stream' ? 'private_stream' : 'public_stream',
    canWrite: refusal === null,
    writeRefusal: refusal,
    isModerator,
    chatAudience: rules.audience,
    slowSeconds: rules.slowSeconds,
    waitSeconds: refusal === null ? await secondsToWait(signedIn(ctx), chat) : 0,
    heldWords: isModerator ? rules.heldWords : [],
    isClosed: rules.isClosed,
    pinned: await pinnedIn(ctx, chat),
    lastSeq: chat.lastSeq,
  };
}

/**
 * The chat of a stream, by the id of the stream.
 * @throws AppError 404, 403
 */
export async function getStreamChat(
  ctx: Ctx,
  type: OpenChat['type'],
  key: ChatKey,
): Promise<StreamConversation> {
  const chat = await openChat(ctx, key);
  if (chat.type !== type) throw notFound();
  return chatView(ctx, chat);
}

type Query = ParsedInput<'GET /messages/conversations/public/:id'>['query'];

/** Messages that wait: all of them for the creator and moderators, for others their own. */
async function listHeld(ctx: UserCtx, chat: OpenChat, { offset, limit }: Query) {
  const waiting = and(
    eq(streamMessages.conversationId, chat.rules.conversationId),
    isNotNull(streamMessages.heldAt),
    isNull(streamMessages.deletedAt),
    chat.isModerator ? undefined : eq(streamMessages.senderId, ctx.viewer.id),
  );
  const [rows, total] = await Promise.all([
    // The one that has waited longest has the highest number, -1 or below.
    ctx.db
      .select()
      .from(streamMessages)
      .where(waiting)
      .orderBy(desc(streamMessages.seq))
      .limit(limit)
      .offset(offset),
    ctx.db.$count(streamMessages, waiting),
  ]);
  return { data: await viewsFor(ctx, chat, rows), total };
}

/**
 * Messages of a chat. Catching up reads forwards from `afterSeq`; anything else is a page back from the newest.
 * @throws AppError 404, 403
 */
export async function listStreamMessages(
  ctx: Ctx,
  id: string,
  query: Query,
): Promise<{ data: StreamMessage[]; total: number }> {
  const chat = await openChat(ctx, { conversationId: id });
  const { afterSeq, beforeSeq, offset, limit } = query;
  if (query.held) return ctx.viewer ? listHeld(signedIn(ctx), chat, query) : { data: [], total: 0 };
  const bounds: (SQL | undefined)[] = [
    eq(streamMessages.conversationId, id),
    gt(streamMessages.seq, afterSeq ?? 0),
    beforeSeq === undefined ? undefined : lt(streamMessages.seq, beforeSeq),
  ];
  const rows = await ctx.db
    .select()
    .from(streamMessages)
    .where(and(...bounds))
    .orderBy(afterSeq === undefined ? desc(streamMessages.seq) : asc(streamMessages.seq))
    .limit(limit)
    .offset(offset);
  if (afterSeq === undefined) rows.reverse();
  return {
    data: await viewsFor(ctx, chat, rows),
    // Numbers have no gaps, so nothing needs to be counted.
    total: Math.max(0, Math.min(chat.lastSeq, (beforeSeq ?? Infinity) - 1) - (afterSeq ?? 0)),
  };
}
