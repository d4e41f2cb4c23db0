import type { PostSeriesLine } from '#contract/content/posts/parts.ts';
import { idList } from '../../../../db/prepared.ts';
import { type Ctx, now } from '../../../../kernel/context.ts';
import { linesQuery } from './lines-query.ts';

/** The series of posts that are in one, by post. Timelines without such posts cost no query. */
export async function seriesLinesOf(
  ctx: Ctx,
  posts: readonly { readonly feed: { readonly id: string }; readonly seriesId: string | null }[],
): Promise<Map<string, PostSeriesLine>> {
  const inSeries = posts.filter(({ seriesId }) => seriesId !== null).map(({ feed }) => feed.id);
  if (inSeries.length === 0) return new Map();
  const rows = await linesQuery(ctx.db, { posts: idList(inSeries), moment: now(ctx).toISOString() });
  return new Map(rows.map(({ post, id, ...line }) => [post, { _id: id, ...line }]));
}
