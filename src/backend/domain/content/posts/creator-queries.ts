import { type SQL, and, desc, eq, gt, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Post, OwnPost } from '#contract/content/posts/posts.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { matchesText } from '../../../db/matches-text.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { feeds } from '../../../db/schema/posts.ts';
import { notFound } from '../../../kernel/errors.ts';
import { type PostParts, postColumns, presentPosts } from './presenters.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { earnedByItem } from '../../money/earnings/item-earnings.ts';
import { soldByItem } from '../../base/ledger/sales.ts';
import { recentViewsOf } from '../media-items/recent-views.ts';
import { cappedTotal, rowsWhere } from '../../../kernel/paging.ts';

/** Posts of the viewer with what only their creator sees, in the given order. */
export async function presentOwn(ctx: UserCtx, rows: readonly PostParts[]): Promise<OwnPost[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.feed.id);
  const [views, sold, earned, recentViews] = await Promise.all([
    presentPosts(ctx, rows),
    soldByItem(ctx, 'feed', ids),
    earnedByItem(ctx, 'feed', ids),
    recentViewsOf(ctx, 'feed', ids),
  ]);
  const byId = new Map(rows.map((row) => [row.feed.id, row]));
  return views.map((view) => ({
    ...view,
    sold: sold.get(view._id) ?? 0,
    earned: earned.get(view._id) ?? 0,
    recentViews: recentViews.get(view._id) ?? 0,
    ...toPlans(view, byId.get(view._id)),
  }));
}

const failedFile = ({ files, thumbnail, teaser }: Post) =>
  [...files, thumbnail, teaser].find((file) => file?.state === 'failed');

/** Fields only the creator sees: when the post is scheduled, and why it failed. */
function toPlans(view: Post, post: PostParts | undefined): Pick<OwnPost, 'scheduledAt' | 'reason'> {
  if (!post) return { scheduledAt: null, reason: null };
  const reason =
    post.feed.state === 'failed' ? (failedFile(view)?.reason ?? 'A file couldn’t be processed.') : null;
  return { scheduledAt: post.feed.scheduledAt?.toISOString() ?? null, reason };
}

const selectOwn = (ctx: UserCtx, where: SQL | undefined) =>
  ctx.db
    .select(postColumns)
    .from(feeds)
    .innerJoin(accounts, eq(accounts.id, feeds.performerId))
    .innerJoin(performers, eq(performers.accountId, feeds.performerId))
    .where(and(eq(feeds.performerId, ctx.viewer.id), ne(feeds.state, 'removed'), where));

/**
 * One of the viewer's own posts.
 * @throws AppError 404 for another creator's or a removed one.
 */
export async function ownPost(ctx: UserCtx, id: string): Promise<OwnPost> {
  const [view] = await presentOwn(ctx, await selectOwn(ctx, eq(feeds.id, id)));
  if (!view) throw notFound();
  return view;
}

/**
 * The row of one of the viewer's own posts.
 * @throws AppError 404 for another creator's or a removed one.
 */
export async function ownParts(ctx: UserCtx, id: string): Promise<PostParts> {
  const [row] = await selectOwn(ctx, eq(feeds.id, id));
  if (!row) throw notFound();
  return row;
}

type Query = ParsedInput<'GET /performer/feeds'>['query'];

/** A post past its end counts as expired even before the job has updated its state. */
function ofState(state: NonNullable<Query['state']>, moment: Date): SQL | undefined {
  const over = lte(feeds.expiresAt, moment);
  if (state === 'published')
    return and(eq(feeds.state, state), or(isNull(feeds.expiresAt), gt(feeds.expiresAt, moment)));
  if (state === 'expired') return or(eq(feeds.state, state), and(eq(feeds.state, 'published'), over));
  return eq(feeds.state, state);
}

function filters(query: Query, moment: Date): SQL | undefined {
  return and(
    query.type && eq(feeds.type, query.type),
    query.state && ofState(query.state, moment),
    query.q
      ? or(
          matchesText(query.q, feeds.text),
          sql`EXISTS (SELECT 1 FROM polls p WHERE p.feed_id = ${feeds.id} AND ${matchesText(query.q, sql`p.question`)})`,
        )
      : undefined,
  );
}

function afterCursor(query: Query): SQL | undefined {
  if (query.cursor === undefined) return undefined;
  const { createdAt, id } = readCursor(query.cursor);
  return or(lt(feeds.createdAt, createdAt), and(eq(feeds.createdAt, createdAt), lt(feeds.id, id)));
}

/** The viewer's own posts in any state, newest first. */
export async function listOwnPosts(
  ctx: UserCtx,
  query: Query,
): Promise<{ data: OwnPost[]; total: number; nextCursor: string | null }> {
  const where = filters(query, now(ctx));
  const mine = and(eq(feeds.performerId, ctx.viewer.id), ne(feeds.state, 'removed'), where);
  const [found, total] = await Promise.all([
    selectOwn(ctx, and(where, afterCursor(query)))
      .orderBy(desc(feeds.createdAt), desc(feeds.id))
      .limit(query.limit + 1)
      .offset(query.cursor === undefined ? query.offset : 0),
    cappedTotal(ctx, rowsWhere(ctx, feeds, mine), query),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, ({ feed }) => encodeCursor(feed));
  return { data: await presentOwn(ctx, rows), total, nextCursor };
}
