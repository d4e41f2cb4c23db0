import { type Ctx, transaction } from '../../../kernel/context.ts';
import type { MediaItem } from '../media-items/publishing.ts';
import { advanceMediaItem } from './media-item-states.ts';
import { waitingFor } from './publish-media-items-query.ts';

/**
 * Advances the videos and photos that use a file after it became ready, failed, or was retried. Call it in
 * the transaction of the file's change.
 */
export async function advanceMediaItemsWithFile(tx: Ctx, fileId: string): Promise<void> {
  for (const item of await waitingFor(tx.db, fileId)) await advanceMediaItem(tx, item);
}

/**
 * The job that publishes a scheduled item. If it was rescheduled, it isn't due, and the new time has its own
 * job.
 */
export const publishMediaItem = (ctx: Ctx, item: MediaItem): Promise<void> =>
  transaction(ctx, (tx) => advanceMediaItem(tx, item));
