import { and, eq, gte, sql } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import { plusDays } from '#lib/utc-days.ts';
import { idList } from '../../../db/prepared.ts';
import { itemViewDays } from '../../../db/schema/statistics.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { viewerToday } from '../../../kernel/local-days.ts';

/**
 * How often each of the viewer's items was viewed lately (`limits.recentViewDays`, days of the viewer's including today), one
 * viewer once a day. Items without views are missing.
 */
export async function recentViewsOf(
  ctx: UserCtx,
  kind: 'feed' | 'video' | 'gallery' | 'product',
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (itemIds.length === 0) return new Map();
  const from = plusDays(viewerToday(ctx), 1 - limits.recentViewDays);
  const rows = await ctx.db
    .select({ id: itemViewDays.itemId, views: sql<number>`sum(${itemViewDays.views})::int` })
    .from(itemViewDays)
    .where(
      and(
        eq(itemViewDays.performerId, ctx.viewer.id),
        gte(itemViewDays.day, from),
        eq(itemViewDays.kind, kind),
        sql`${itemViewDays.itemId} = ANY (${idList(itemIds)}::text::uuid[])`,
      ),
    )
    .groupBy(itemViewDays.itemId);
  return new Map(rows.map(({ id, views }) => [id, views]));
}
