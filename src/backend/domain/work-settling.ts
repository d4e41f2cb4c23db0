import { sql } from 'drizzle-orm';
import { type Ctx, transaction } from '../context.ts';
import { rowsOf } from '../db/db.ts';
import { type Work, moveOn } from './work-moving.ts';

/** A file of a video or photo is ready, or failed, or is being tried again: what has it moves on. In the transaction of the file's own change. */
export async function settleWorks(tx: Ctx, fileId: string): Promise<void> {
  const works = await rowsOf<Work>(
    tx.db.execute(sql`
    SELECT 'video' AS kind, id FROM videos WHERE file_id = ${fileId} AND state IN ('processing', 'failed')
    UNION ALL SELECT 'photo', id FROM photos WHERE file_id = ${fileId} AND state IN ('processing', 'failed')`),
  );
  for (const work of works) await moveOn(tx, work);
}

/** A work's time has come. Moved to another time meanwhile, it isn't due: that time has a job of its own. */
export const publishWork = (ctx: Ctx, work: Work): Promise<void> =>
  transaction(ctx, (tx) => moveOn(tx, work));
