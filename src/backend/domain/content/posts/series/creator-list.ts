import { desc, eq, sql } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { PostSeries } from '#contract/content/posts/series.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { performers } from '../../../../db/schema/creators.ts';
import { feeds, postSeries } from '../../../../db/schema/posts.ts';
import { type Ctx, now } from '../../../../kernel/context.ts';
import { cutPage, encodeCursor, readCursor } from '../../../../kernel/keyset.ts';
import { listedSeries } from './creator-list-query.ts';
import { seriesColumns, seriesView } from './presenters.ts';
import { countUpTo } from '../../../../kernel/paging.ts';
import { isCreatorOpen } from '../../../base/access/access.ts';

type Query = ParsedInput<'GET /post-series'>['query'];
interface SeriesPage {
  data: PostSeries[];
  total: number;
  nextCursor: string | null;
}

const newest = sql<Date>`listed.newest`.mapWith(feeds.publishedAt);

/**
 * A creator's series for their profile, the one with the newest published post first. Empty for an unknown creator and
 * for one the viewer can't see; creators see the same as their readers.
 * @throws AppError 422 for an invalid cursor.
 */
export async function listCreatorSeries(
  ctx: Ctx,
  { performerId, limit, offset, cursor }: Query,
): Promise<SeriesPage> {
  const at = cursor === undefined ? null : readCursor(cursor);
  if (!(await isCreatorOpen(ctx, performerId))) return { data: [], total: 0, nextCursor: null };
  const listed = listedSeries(performerId, now(ctx));
  const [found, total] = await Promise.all([
    ctx.db
      .select({ ...seriesColumns(ctx), posts: sql<number>`listed.posts`, newest })
      .from(postSeries)
      .innerJoin(sql`(${listed}) AS listed`, sql`listed.id = ${postSeries.id}`)
      .innerJoin(accounts, eq(accounts.id, postSeries.performerId))
      .innerJoin(performers, eq(performers.accountId, postSeries.performerId))
      .where(
        at
          ? sql`(listed.newest, ${postSeries.id}) < (${at.createdAt.toISOString()}::timestamptz, ${at.id}::uuid)`
          : undefined,
      )
      .orderBy(desc(newest), desc(postSeries.id))
      .limit(limit + 1)
      .offset(at ? 0 : offset),
    countUpTo(ctx, listed, limits.postSeries.most),
  ]);
  const { rows, nextCursor } = cutPage(found, limit, (last) =>
    encodeCursor({ createdAt: last.newest, id: last.row.id }),
  );
  return { data: rows.map((row) => seriesView(ctx, row)), total, nextCursor };
}
