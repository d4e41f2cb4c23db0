import { type SQL, and, desc, eq, lt, ne, or } from 'drizzle-orm';
import type { ParsedInput } from '#contract/core/registry.ts';
import type { OwnVideo } from '#contract/content/videos.ts';
import { matchesText } from '../../../db/matches-text.ts';
import { hasTag } from '../../../db/tags.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { videos } from '../../../db/schema/videos.ts';
import { notFound } from '../../../kernel/errors.ts';
import { recentViewsOf } from '../media-items/recent-views.ts';
import { tagsOf } from '../media-items/co-creator-tags.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { earnedByItem } from '../../money/earnings/item-earnings.ts';
import { soldByItem } from '../../base/ledger/sales.ts';
import { type Shown, presentVideos, selectVideos } from './presenters.ts';
import { cappedTotal, rowsWhere } from '../../../kernel/paging.ts';

async function present(ctx: UserCtx, rows: readonly Shown[]): Promise<OwnVideo[]> {
  const ids = rows.map(({ video }) => video.id);
  const [views, sold, earned, recentViews, tags] = await Promise.all([
    presentVideos(ctx, rows),
    soldByItem(ctx, 'video', ids),
    earnedByItem(ctx, 'video', ids),
    recentViewsOf(ctx, 'video', ids),
    tagsOf(ctx, 'video', ids),
  ]);
  return views.map((view, at) => ({
    ...view,
    sold: sold.get(view._id) ?? 0,
    earned: earned.get(view._id) ?? 0,
    recentViews: recentViews.get(view._id) ?? 0,
    scheduledAt: rows[at]?.video.scheduledAt?.toISOString() ?? null,
    tagged: tags.get(view._id) ?? [],
  }));
}

const own = (ctx: UserCtx) => and(eq(videos.performerId, ctx.viewer.id), ne(videos.state, 'removed'));

/**
 * One of the viewer's own videos.
 * @throws AppError 404 for another creator's or a removed one.
 */
export async function ownVideo(ctx: UserCtx, id: string): Promise<OwnVideo> {
  const [view] = await present(ctx, await selectVideos(ctx).where(and(own(ctx), eq(videos.id, id))));
  if (!view) throw notFound();
  return view;
}

type Query = ParsedInput<'GET /performer/performer-assets/videos/search'>['query'];

const filters = (query: Query): SQL | undefined =>
  and(
    query.state && eq(videos.state, query.state),
    query.tag ? hasTag(videos.tags, query.tag) : undefined,
    query.q ? matchesText(query.q, videos.title) : undefined,
  );

function afterCursor({ cursor }: Query): SQL | undefined {
  if (cursor === undefined) return undefined;
  const { createdAt, id } = readCursor(cursor);
  return or(lt(videos.createdAt, createdAt), and(eq(videos.createdAt, createdAt), lt(videos.id, id)));
}

/** The viewer's own videos in any state, newest first. */
export async function listOwnVideos(
  ctx: UserCtx,
  query: Query,
): Promise<{ data: OwnVideo[]; total: number; nextCursor: string | null }> {
  const mine = and(own(ctx), filters(query));
  const [found, total] = await Promise.all([
    selectVideos(ctx)
      .where(and(mine, afterCursor(query)))
      .orderBy(desc(videos.createdAt), desc(videos.id))
      .limit(query.limit + 1)
      .offset(query.cursor === undefined ? query.offset : 0),
    cappedTotal(ctx, rowsWhere(ctx, videos, mine), query),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, ({ video }) => encodeCursor(video));
  return { data: await present(ctx, rows), total, nextCursor };
}
