import { sql } from 'drizzle-orm';
import { type Ctx, transaction } from '../../kernel/context.ts';
import { rowsOf } from '../../db/db.ts';
import type { MediaItem } from '../media-items/publishing.ts';
import { moveOn } from './state-machine.ts';

/**
 * A file of a video or photo is ready, or failed, or is being tried again: what has it moves on. In the
 * transaction of the file's own change.
 */
export async function settleMediaItems(tx: Ctx, fileId: string): Promise<void> {
  const mediaItems = await rowsOf<MediaItem>(
    tx.db.execute(sql`
    SELECT 'video' AS kind, id FROM videos WHERE file_id = ${fileId} AND state IN ('processing', 'failed')
    UNION ALL SELECT 'photo', id FROM photos WHERE file_id = ${fileId} AND state IN ('processing', 'failed')`),
  );
  for (const item of mediaItems) await moveOn(tx, item);
}

/**
 * A media item's time has come. Moved to another time meanwhile, it isn't due: that time has a job of its
 * own.
 */
export const publishMediaItem = (ctx: Ctx, item: MediaItem): Promise<void> =>
  transaction(ctx, (tx) => moveOn(tx, item));
