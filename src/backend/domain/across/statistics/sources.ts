import { sql } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { fetchRows } from '../../../db/db.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { checkDays, daysBefore } from './ranges.ts';

type Found = ReplySource<'GET /performer/statistics/sources'>;
/** Rarer words are on no page. */
const mostRows = 200;

/** Where the viewers of everything, or of one item, came from; those that brought most first. */
export async function viewSources(
  ctx: UserCtx,
  query: ParsedInput<'GET /performer/statistics/sources'>['query'],
): Promise<Found> {
  const { from, to } = checkDays(query);
  const before = daysBefore({ from, to });
  const counted = query.itemId
    ? sql`SELECT day, source, '' AS ref, views FROM item_view_days WHERE item_id = ${query.itemId} AND performer_id = ${ctx.viewer.id}`
    : sql`SELECT day, source, ref, views FROM source_view_days WHERE performer_id = ${ctx.viewer.id}`;
  const rows = await fetchRows<{
    source: Found[number]['source'];
    ref: string;
    views: number;
    previous: number;
  }>(
    ctx.db.execute(sql`
    SELECT source, ref, coalesce(sum(views) FILTER (WHERE day >= ${from}::date), 0)::int AS views, coalesce(sum(views) FILTER (WHERE day < ${from}::date), 0)::int AS previous
    FROM (${counted} AND day >= ${before.from}::date AND day <= ${to}::date) AS counted
    GROUP BY source, ref ORDER BY views DESC, previous DESC, source, ref LIMIT ${mostRows}`),
  );
  return rows.map(({ ref, ...row }) => ({ ...row, ref: ref || null }));
}
