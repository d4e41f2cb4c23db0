import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { checkDays, daysBefore } from './ranges.ts';
import { viewsBySource } from './views-query.ts';

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
  const rows = await viewsBySource(ctx.db, ctx.viewer.id, {
    from,
    to,
    before: before.from,
    itemId: query.itemId,
    most: mostRows,
  });
  return rows.map(({ ref, ...row }) => ({ ...row, ref: ref || null }));
}
