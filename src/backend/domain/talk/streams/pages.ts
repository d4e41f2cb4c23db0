import { and, eq, inArray, or } from 'drizzle-orm';
import { privateStreams } from '../../../db/schema/streams/private-streams.ts';
import { streams } from '../../../db/schema/streams/streams.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { rooms } from '../../../kernel/hub.ts';
import { openChat } from './chat/reach.ts';
import { viewStream } from './presenters.ts';
import { runningStates } from './private/rows.ts';

/**
 * The rooms of someone who has the page of a stream open. Where it is locked for them they hear of the stream, and
 * nothing of its chat.
 * @throws AppError 404
 */
export async function roomsOfStream(
  ctx: UserCtx,
  streamId: string,
): Promise<{ readonly ownerId: string; readonly rooms: readonly string[] }> {
  try {
    const { rules } = await openChat(ctx, { streamId });
    return { ownerId: rules.performerId, rooms: [rooms.streamPage(streamId), rooms.stream(streamId)] };
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 403) throw error;
    const { performer } = await viewStream(ctx, streamId);
    return { ownerId: performer._id, rooms: [rooms.streamPage(streamId)] };
  }
}

/** After one account blocks another, neither hears anything more of the other's streams and their chats. */
export async function leaveStreams(tx: Ctx, a: string, b: string): Promise<void> {
  const rows = await tx.db
    .select({ id: streams.id, performerId: streams.performerId })
    .from(streams)
    .where(
      and(inArray(streams.state, ['scheduled', 'live', 'interrupted']), inArray(streams.performerId, [a, b])),
    );
  for (const { id, performerId } of rows)
    for (const room of [rooms.stream(id), rooms.streamPage(id)])
      tx.leave(rooms.account(performerId === a ? b : a), room);
}

/** Of the session descriptions and candidates that browsers exchange. */
const longestSignal = 20_000;

/**
 * Passes a signal to the other side of a private stream that runs.
 * @throws AppError 404 for anybody else, 422 for one that is too long.
 */
export async function signalTo(ctx: UserCtx, to: string, data: unknown): Promise<void> {
  const me = ctx.viewer.id;
  const between = (performerId: string, accountId: string) =>
    and(eq(privateStreams.performerId, performerId), eq(privateStreams.accountId, accountId));
  const running = await ctx.db
    .select({ id: privateStreams.id })
    .from(privateStreams)
    .where(and(inArray(privateStreams.state, [...runningStates]), or(between(me, to), between(to, me))))
    .limit(1);
  if (running.length === 0) throw notFound();
  if ((JSON.stringify(data) ?? '').length > longestSignal) throw invalid('data', 'This signal is too long.');
  ctx.emit(rooms.account(to), 'signal', { from: me, data });
}
