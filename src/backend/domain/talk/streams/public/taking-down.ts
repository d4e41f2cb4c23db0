import type { Ctx } from '../../../../kernel/context.ts';
import { endStream } from './ending.ts';
import { type StreamRow, changeStream, isRunning, lockStream } from './rows.ts';

/**
 * Ends a stream for an operator and closes its page: tickets are refunded, and there is no replay. Returns the state
 * it was in, and its replay so far; null when it doesn't exist.
 */
export async function takeDownStream(
  tx: Ctx,
  id: string,
): Promise<Pick<StreamRow, 'state' | 'replayVideoId'> | null> {
  const row = await lockStream(tx, id);
  if (!row) return null;
  if (isRunning(row) || row.state === 'scheduled') await endStream(tx, { ...row, replay: 'none' });
  if (row.state !== 'cancelled') await changeStream(tx, id, { state: 'cancelled', replay: 'none' });
  return { state: row.state, replayVideoId: row.replayVideoId };
}

/** Shows the page of an ended stream again. One that hadn't ended can't go on. */
export async function putBackStream(tx: Ctx, id: string): Promise<boolean> {
  const row = await lockStream(tx, id);
  if (row?.state !== 'cancelled') return false;
  await changeStream(tx, id, { state: 'ended' });
  return true;
}
