import { sql } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import { plusDays } from '#lib/utc-days.ts';
import { fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
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
  const rows = await fetchRows<{ id: string; views: number }>(
    ctx.db.execute(sql`
    SELECT item_id AS id, sum(views)::int AS views FROM item_view_days
    WHERE performer_id = ${ctx.viewer.id} AND day >= ${from}::date AND kind = ${kind} AND item_id = ANY (${idList(itemIds)}::text::uuid[])
    GROUP BY 1`),
  );
  return new Map(rows.map(({ id, views }) => [id, views]));
}
