import { type SQL, and, inArray, lt, ne, not } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { notifications } from '../../../db/schema/notifications.ts';

const dayMs = 24 * 60 * 60_000;
/** Rows that one statement deletes, so that none holds locks for long. */
const BATCH = 1_000;

/** The job: removes what was read so many days ago, and what was only emailed or pushed then. */
export async function removeOldNotifications(ctx: Ctx): Promise<void> {
  const { notificationDays } = await ctx.settings.all();
  const before = new Date(now(ctx).getTime() - notificationDays * dayMs);
  await removeBatches(ctx, lt(notifications.readAt, before));
  await removeBatches(
    ctx,
    and(
      not(notifications.isListed),
      ne(notifications.digest, 'waiting'),
      lt(notifications.updatedAt, before),
    ),
  );
}

async function removeBatches(ctx: Ctx, which: SQL | undefined): Promise<void> {
  const some = ctx.db.select({ id: notifications.id }).from(notifications).where(which).limit(BATCH);
  for (let removed = BATCH; removed === BATCH;)
    removed = (
      await ctx.db
        .delete(notifications)
        .where(inArray(notifications.id, some))
        .returning({ id: notifications.id })
    ).length;
}
