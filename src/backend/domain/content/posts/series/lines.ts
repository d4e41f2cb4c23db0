import type { PostSeriesLine } from '#contract/content/posts/parts.ts';
import { idList } from '../../../../db/prepared.ts';
import { type Ctx, now } from '../../../../kernel/context.ts';
import { listedQuery } from './lines-query.ts';

/** The series of posts that are in one, by post. Timelines without such posts cost no query. */
export async function seriesLinesOf(
  ctx: Ctx,
  posts: readonly { readonly feed: { readonly id: string }; readonly seriesId: string | null }[],
): Promise<Map<string, PostSeriesLine>> {
  const inSeries = posts.flatMap(({ feed, seriesId }) =>
    seriesId === null ? [] : [{ post: feed.id, seriesId }],
  );
  if (inSeries.length === 0) return new Map();
  const rows = await listedQuery(ctx.db, {
    series: idList(inSeries.map(({ seriesId }) => seriesId)),
    moment: now(ctx).toISOString(),
  });
  const found = new Map(rows.map((row) => [row.id, row]));
  const lines = new Map<string, PostSeriesLine>();
  for (const { post, seriesId } of inSeries) {
    const series = found.get(seriesId);
    if (series) lines.set(post, lineIn(series, post));
  }
  return lines;
}

/** The place of a post among those of its series that can be listed. */
function lineIn(
  { id, title, posts }: { id: string; title: string; posts: readonly string[] },
  post: string,
): PostSeriesLine {
  const at = posts.indexOf(post);
  const isListed = at !== -1;
  return {
    _id: id,
    title,
    number: isListed ? at + 1 : null,
    total: posts.length,
    previous: (isListed && posts[at - 1]) || null,
    next: (isListed && posts[at + 1]) || null,
  };
}
