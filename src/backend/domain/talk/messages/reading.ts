import { and, asc, desc, eq, gt, lt, lte } from 'drizzle-orm';
import type { Message } from '#contract/talk/messages/messages.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { messages } from '../../../db/schema/messages.ts';
import { AppError, invalid, notAllowed, notFound } from '../../../kernel/errors.ts';
import { openConversation } from './conversation-members.ts';
import { soldTo } from './files.ts';
import { type MessageRow, messageView, messageViews } from './presenters.ts';

type ListQuery = ParsedInput<'GET /messages/conversations/:id'>['query'];

function pageBounds(
  { afterSeq, beforeSeq, aroundSeq, changedAfter, offset, limit }: ListQuery,
  lastSeq: number,
) {
  if (changedAfter !== undefined)
    return { where: gt(messages.change, changedAfter), order: asc(messages.change) };
  if (afterSeq !== undefined) return { where: gt(messages.seq, afterSeq), order: asc(messages.seq) };
  if (beforeSeq !== undefined) return { where: lt(messages.seq, beforeSeq), order: desc(messages.seq) };
  // Around a message, half of the page is newer than it, if there are that many newer messages.
  const top = aroundSeq === undefined ? lastSeq - offset : aroundSeq + Math.floor(limit / 2);
  return { where: lte(messages.seq, top), order: desc(messages.seq) };
}

/**
 * Returns a page of messages: newest first by offset, before `beforeSeq`, or around `aroundSeq`; oldest first
 * after `afterSeq`; in order of change after `changedAfter`. Deleted messages stay as placeholders, so
 * positions equal sequence numbers: each page is one index scan, and the total is known without counting.
 * @throws AppError 404, 422 when more than one position is given.
 */
export async function listMessages(
  ctx: UserCtx,
  input: ParsedInput<'GET /messages/conversations/:id'>,
): Promise<ReplySource<'GET /messages/conversations/:id'>> {
  const { query } = input;
  const places = [query.afterSeq, query.beforeSeq, query.aroundSeq, query.changedAfter];
  if (places.filter((each) => each !== undefined).length > 1)
    throw invalid('afterSeq', 'Pass only one of “afterSeq”, “beforeSeq”, “aroundSeq” and “changedAfter”.');
  const { id, lastSeq, lastChange } = await openConversation(ctx, input.params.id);
  const { where, order } = pageBounds(query, lastSeq);
  const rows = await ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.conversationId, id), where))
    .orderBy(order)
    .limit(query.limit);
  return { data: await messageViews(ctx, id, rows), total: lastSeq, lastChange };
}

/**
 * A message in a conversation the viewer can open, or one they bought.
 * @throws AppError 404
 */
async function readableRow(ctx: UserCtx, id: string): Promise<MessageRow> {
  const [row] = await ctx.db.select().from(messages).where(eq(messages.id, id));
  if (!row) throw notFound();
  try {
    await openConversation(ctx, row.conversationId);
  } catch (error) {
    if (!(error instanceof AppError) || !(await soldTo(ctx, id))) throw error;
    // The purchase stays readable; the quote and the reactions were part of the conversation.
    return { ...row, replyToId: null, change: 0 };
  }
  return row;
}

/** @throws AppError 404 when the viewer can't read the message. */
export async function viewMessage(ctx: UserCtx, id: string): Promise<Message> {
  const row = await readableRow(ctx, id);
  return messageView(ctx, row);
}

/**
 * Newly signed URLs to play a video in a message.
 * @throws AppError 404 when the message has no such video, 403 when it must be bought first.
 */
export async function videoAddress(
  ctx: UserCtx,
  { id, videoId }: { id: string; videoId: string },
): Promise<ReplySource<'POST /messages/:id/videos/:videoId/url'>> {
  const { files } = await viewMessage(ctx, id);
  const video = files.find((file) => file._id === videoId && file.mime.startsWith('video/'));
  if (!video) throw notFound();
  if (!video.url) throw notAllowed('Unlock this message to play its video.');
  return { url: video.url, sources: video.sources };
}
