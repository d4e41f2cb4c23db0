import type { ParsedInput } from '#contract/core/registry.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { conflict } from '../../../../kernel/errors.ts';
import { refuseStale } from '../../../../kernel/versions.ts';
import { viewStream } from '../presenters.ts';
import { endStream } from './ending.ts';
import { parseStart } from './going-live.ts';
import { settleMedia } from './media.ts';
import { type StreamRow, changeStream, isRunning, lockOwnStream, emitStreamChanged } from './rows.ts';

type Change = ParsedInput<'PUT /streaming/live/:id'>['body'];

/** @throws AppError 409 for what can't be changed at this point of the stream. */
function refuseLate(row: StreamRow, change: Change): void {
  if (!isRunning(row) && row.state !== 'scheduled')
    throw conflict(row.state === 'ended' ? 'This stream has ended.' : 'This stream was canceled.');
  const { audience, price, includedInSubscription, scheduledAt, replay } = change;
  if (row.state === 'scheduled') return;
  if ([audience, price, includedInSubscription, scheduledAt].some((value) => value !== undefined))
    throw conflict('Who may watch, the price and the time can only be changed before the stream begins.');
  if (replay !== undefined && replay !== 'none' && row.replay === 'none')
    throw conflict('This stream isn’t recorded. Choose a recording before you go live.');
}

/** @throws AppError 409 */
function refuseEnd(row: StreamRow, state: 'ended' | 'cancelled'): void {
  if (state === 'ended' && row.state === 'scheduled')
    throw conflict('This stream hasn’t begun. You can cancel it.');
  if (state === 'cancelled' && isRunning(row)) throw conflict('This stream is live. You can end it.');
}

function toColumns(tx: UserCtx, { tipGoal, scheduledAt, state: _, ...same }: Change): Partial<StreamRow> {
  return {
    ...Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined)),
    ...(tipGoal === undefined
      ? {}
      : { tipGoal: tipGoal?.tokens ?? null, tipGoalText: tipGoal?.text ?? '' }),
    ...(scheduledAt === undefined ? {} : { scheduledAt: parseStart(tx, scheduledAt) }),
  };
}

/**
 * Changes, ends or cancels the viewer's own stream. Ending one again changes nothing.
 * @throws AppError 404, 409, 422.
 */
export async function updateStream(ctx: UserCtx, id: string, change: Change): Promise<Stream> {
  const { state } = change;
  const stats = state === 'ended' ? ((await ctx.ports.live?.stats(id)) ?? null) : null;
  await transaction(ctx, async (tx) => {
    const own = await lockOwnStream(tx, id);
    // An end is meant whatever changed.
    if (state === undefined) refuseStale(tx, { updatedAt: own.editedAt });
    // The media until now counts, also the seconds since it was last written down.
    if (state === 'ended' && isRunning(own)) await settleMedia(tx, id, stats);
    const row = await lockOwnStream(tx, id);
    if (state !== undefined && row.state === state) return;
    refuseLate(row, change);
    if (state !== undefined) refuseEnd(row, state);
    const values = toColumns(tx, change);
    const changed =
      Object.keys(values).length > 0 ? await changeStream(tx, id, { ...values, editedAt: now(tx) }) : row;
    if (state === undefined) emitStreamChanged(tx, changed);
    else await endStream(tx, changed);
  });
  return viewStream(ctx, id);
}

/** A difference that clocks and connections explain. */
const usualSeconds = 15;

/**
 * Keeps what the creator's page says of how long the stream ran. The server's own measure is what counts; a
 * difference is logged.
 * @throws AppError 404
 */
export async function reportDuration(
  ctx: UserCtx,
  { streamId, duration }: ParsedInput<'PUT /streaming/set-duration'>['body'],
): Promise<Stream> {
  await transaction(ctx, async (tx) => {
    const { mediaSeconds } = await lockOwnStream(tx, streamId);
    await changeStream(tx, streamId, { reportedSeconds: duration });
    if (Math.abs(mediaSeconds - duration) > usualSeconds)
      tx.ports.log.info('a stream ran longer or shorter than its page says', {
        streamId,
        measured: mediaSeconds,
        reported: duration,
      });
  });
  return viewStream(ctx, streamId);
}
