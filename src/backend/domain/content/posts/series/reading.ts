import { and, asc, eq, gt, ne, sql } from 'drizzle-orm';
import type { OwnPost, Post } from '#contract/content/posts/posts.ts';
import type { PostSeries } from '#contract/content/posts/series.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { performers } from '../../../../db/schema/creators.ts';
import { feeds, postSeries, postSeriesItems } from '../../../../db/schema/posts.ts';
import { type Ctx, type UserCtx, now } from '../../../../kernel/context.ts';
import { invalid, notFound } from '../../../../kernel/errors.ts';
import { cutPage } from '../../../../kernel/keyset.ts';
import { presentOwn } from '../creator-queries.ts';
import { postColumns, presentPosts } from '../presenters.ts';
import { isListed } from '../../../base/access/listed-posts.ts';
import { type SeriesParts, seriesColumns, seriesView } from './presenters.ts';
import { getSeries } from './series.ts';
import { isShown, isCreatorOpen } from '../../../base/access/access.ts';

type Query = ParsedInput<'GET /post-series/:id/posts'>['query'];
interface Page<Item> {
  data: Item[];
  total: number;
  nextCursor: string | null;
}

/** The cursor is the position of the page's last post. */
function readPosition(cursor: string): number {
  if (!/^[0-9]{1,9}$/.test(cursor))
    throw invalid('cursor', 'This page link isn’t valid anymore. Start from the first page.');
  return Number(cursor);
}

const listedAt = (ctx: Ctx) => isListed(sql`${feeds}`, sql`${now(ctx).toISOString()}`);
const notRemoved = ne(feeds.state, 'removed');

/** A page of a series' posts in their order, and how many there are. */
async function loadPage(ctx: Ctx, id: string, { query, where }: { query: Query; where: typeof notRemoved }) {
  const inIt = and(eq(postSeriesItems.seriesId, id), where);
  const [found, [all]] = await Promise.all([
    ctx.db
      .select({ ...postColumns, position: postSeriesItems.position })
      .from(postSeriesItems)
      .innerJoin(feeds, eq(feeds.id, postSeriesItems.feedId))
      .innerJoin(accounts, eq(accounts.id, feeds.performerId))
      .innerJoin(performers, eq(performers.accountId, feeds.performerId))
      .where(
        and(
          inIt,
          query.cursor === undefined ? undefined : gt(postSeriesItems.position, readPosition(query.cursor)),
        ),
      )
      .orderBy(asc(postSeriesItems.position))
      .limit(query.limit + 1)
      .offset(query.cursor === undefined ? query.offset : 0),
    ctx.db
      .select({ total: sql<number>`count(*)::int` })
      .from(postSeriesItems)
      .innerJoin(feeds, eq(feeds.id, postSeriesItems.feedId))
      .where(inIt),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, ({ position }) => String(position));
  return { rows, nextCursor, total: all?.total ?? 0 };
}

/**
 * A series that exists for the viewer: its creator does, and it has a published post. Its creator sees it either way.
 * @throws AppError 404
 */
async function findSeries(ctx: Ctx, id: string): Promise<SeriesParts> {
  const [found] = await ctx.db
    .select({
      ...seriesColumns(ctx),
      posts: sql<number>`(SELECT count(*)::int FROM ${postSeriesItems} JOIN ${feeds} ON ${feeds.id} = ${postSeriesItems.feedId}
        WHERE ${postSeriesItems.seriesId} = ${postSeries.id} AND ${listedAt(ctx)})`,
    })
    .from(postSeries)
    .innerJoin(accounts, eq(accounts.id, postSeries.performerId))
    .innerJoin(performers, eq(performers.accountId, postSeries.performerId))
    .where(eq(postSeries.id, id));
  if (!found) throw notFound();
  const isMine = found.row.performerId === ctx.viewer?.id;
  if (!isMine && (found.posts === 0 || !(await isCreatorOpen(ctx, found.row.performerId)))) throw notFound();
  return found;
}

/** @throws AppError 404 when it doesn't exist for the viewer, whatever the reason. */
export const viewSeries = async (ctx: Ctx, id: string): Promise<PostSeries> =>
  seriesView(ctx, await findSeries(ctx, id));

/**
 * The published posts of a series, in their order. Those that the viewer can't read are locked, as in a timeline.
 * @throws AppError 404
 */
export async function listSeriesPosts(ctx: Ctx, id: string, query: Query): Promise<Page<Post>> {
  await findSeries(ctx, id);
  const { rows, ...page } = await loadPage(ctx, id, { query, where: listedAt(ctx) });
  return { ...page, data: (await presentPosts(ctx, rows)).filter(isShown) };
}

/**
 * The viewer's own posts in a series, in any state.
 * @throws AppError 404
 */
export async function listOwnSeriesPosts(ctx: UserCtx, id: string, query: Query): Promise<Page<OwnPost>> {
  await getSeries(ctx, id);
  const { rows, ...page } = await loadPage(ctx, id, { query, where: notRemoved });
  return { ...page, data: await presentOwn(ctx, rows) };
}
