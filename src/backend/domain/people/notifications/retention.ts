import { type SQL, sql } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';

const dayMs = 24 * 60 * 60_000;
/** Rows that one statement deletes, so that none holds locks for long. */
const BATCH = 1_000;

/** The job: removes what was read so many days ago, and what was only emailed or pushed then. */
export async function removeOldNotifications(ctx: Ctx): Promise<void> {
  const { notificationDays } = await ctx.settings.all();
  const before = new Date(now(ctx).getTime() - notificationDays * dayMs).toISOString();
  await removeBatches(ctx, sql`read_at < ${before}::timestamptz`);
  await removeBatches(
    ctx,
    sql`NOT is_listed AND digest <> 'waiting' AND updated_at < ${before}::timestamptz`,
  );
}

async function removeBatches(ctx: Ctx, which: SQL): Promise<void> {
  for (let removed = BATCH; removed === BATCH;)
    removed = (
      await fetchRows(
        ctx.db.execute(sql`
        DELETE FROM notifications WHERE id IN (
          SELECT id FROM notifications WHERE ${which} LIMIT ${BATCH}) RETURNING id`),
      )
    ).length;
}
