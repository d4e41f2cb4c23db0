import { and, inArray } from 'drizzle-orm';
import { streams } from '../../../db/schema/streams/streams.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { AppError } from '../../../kernel/errors.ts';
import { rooms } from '../../../kernel/hub.ts';
import { openChat } from './chat/reach.ts';
import { viewStream } from './presenters.ts';

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
