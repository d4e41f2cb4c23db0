import { sql } from 'drizzle-orm';
import { type Ctx, now } from '../../kernel/context.ts';
import { rowsOf } from '../../db/db.ts';

const dayMs = 24 * 60 * 60_000;
/** Rows that one statement deletes, so that none holds locks for long. */
const BATCH = 1_000;

/** The job: removes what was read so many days ago. */
export async function removeOldNotifications(ctx: Ctx): Promise<void> {
  const { notificationDays } = await ctx.settings.all();
  const before = new Date(now(ctx).getTime() - notificationDays * dayMs).toISOString();
  for (let removed = BATCH; removed === BATCH;)
    removed = (
      await rowsOf(
        ctx.db.execute(sql`
        DELETE FROM notifications WHERE id IN (
          SELECT id FROM notifications WHERE read_at < ${before}::timestamptz LIMIT ${BATCH}) RETURNING id`),
      )
    ).length;
}
