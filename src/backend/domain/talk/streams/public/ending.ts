import type { Ctx } from '../../../../kernel/context.ts';
import { now } from '../../../../kernel/context.ts';
import { enqueue } from '../../../../kernel/job-queue.ts';
import { markLive } from '../../../people/accounts/live-mark.ts';
import { type StreamRow, changeStream, isRunning, emitToPages } from './rows.ts';

/** Ends the media of a stream in this process, once the transaction is committed. */
export const closeMedia = (tx: Ctx, streamId: string): void =>
  tx.afterCommit(
    () =>
      void tx.ports.live
        ?.close(streamId)
        .catch((error: unknown) => tx.ports.log.error('closing a stream failed', { streamId, error })),
  );

/** Whole seconds of media that a stream has had until `until`. */
export const secondsUntil = ({ mediaSeconds, mediaSince }: StreamRow, until: Date): number =>
  mediaSeconds +
  (mediaSince ? Math.max(0, Math.floor((until.getTime() - mediaSince.getTime()) / 1_000)) : 0);

/** When a running stream last had media; null if it never had any. */
const lastMediaAt = (row: StreamRow, time: Date): Date | null =>
  row.mediaSince ? time : row.mediaSeconds > 0 ? row.interruptedAt : null;

/** Ends a running stream, or cancels an announced one. The row must be locked, and open. */
export async function endStream(tx: Ctx, row: StreamRow): Promise<StreamRow> {
  const time = now(tx);
  const wasRunning = isRunning(row);
  const ended = await changeStream(tx, row.id, {
    state: wasRunning ? 'ended' : 'cancelled',
    endedAt: time,
    interruptedAt: null,
    mediaSince: null,
    mediaSeconds: secondsUntil(row, time),
  });
  if (wasRunning) await markLive(tx, row.performerId, false);
  if (row.price > 0)
    await enqueue(tx, {
      kind: 'stream-tickets',
      payload: { streamId: row.id, mediaUntil: lastMediaAt(row, time)?.toISOString() ?? null },
    });
  if (!wasRunning)
    await enqueue(tx, {
      kind: 'stream-announce',
      payload: { streamId: row.id, what: 'cancelled', after: null },
    });
  if (wasRunning && row.replay !== 'none')
    await enqueue(tx, { kind: 'stream-replay', payload: { streamId: row.id } });
  emitToPages(tx, row, {
    event: 'stream/ended',
    payload: { streamId: row.id, performerId: row.performerId },
  });
  closeMedia(tx, row.id);
  return ended;
}
