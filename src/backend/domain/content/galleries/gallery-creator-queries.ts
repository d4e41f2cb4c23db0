import { type SQL, and, desc, eq, lt, ne, or } from 'drizzle-orm';
import type { OwnGallery } from '#contract/content/galleries.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { matchesText } from '../../../db/matches-text.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { galleries } from '../../../db/schema/galleries.ts';
import { notFound } from '../../../kernel/errors.ts';
import { tagsOf } from '../media-items/co-creator-tags.ts';
import { type GalleryParts, presentGalleries, selectGalleries } from './gallery-presenters.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { earnedByItem } from '../../money/earnings/item-earnings.ts';
import { soldByItem } from '../../base/ledger/sales.ts';
import { recentViewsOf } from '../media-items/recent-views.ts';
import { cappedTotal, rowsWhere } from '../../../kernel/paging.ts';

async function present(ctx: UserCtx, rows: readonly GalleryParts[]): Promise<OwnGallery[]> {
  const ids = rows.map(({ gallery }) => gallery.id);
  const [views, sold, earned, recentViews, tags] = await Promise.all([
    presentGalleries(ctx, rows),
    soldByItem(ctx, 'gallery', ids),
    earnedByItem(ctx, 'gallery', ids),
    recentViewsOf(ctx, 'gallery', ids),
    tagsOf(ctx, 'gallery', ids),
  ]);
  const byId = new Map(rows.map(({ gallery }) => [gallery.id, gallery]));
  return views.map((view) => {
    const row = byId.get(view._id);
    return {
      ...view,
      sold: sold.get(view._id) ?? 0,
      earned: earned.get(view._id) ?? 0,
      recentViews: recentViews.get(view._id) ?? 0,
      tagged: tags.get(view._id) ?? [],
      scheduledAt: row?.scheduledAt?.toISOString() ?? null,
      coverPhotoId: row?.coverPhotoId ?? null,
    };
  });
}

const mine = (ctx: UserCtx, where: SQL | undefined) =>
  and(eq(galleries.performerId, ctx.viewer.id), ne(galleries.state, 'removed'), where);

/**
 * One of the viewer's own galleries.
 * @throws AppError 404 for another creator's or a removed one.
 */
export async function ownGallery(ctx: UserCtx, id: string): Promise<OwnGallery> {
  const [view] = await present(ctx, await selectGalleries(ctx).where(mine(ctx, eq(galleries.id, id))));
  if (!view) throw notFound();
  return view;
}

type Query = ParsedInput<'GET /performer/performer-assets/galleries/search'>['query'];

function afterCursor({ cursor }: Query): SQL | undefined {
  if (cursor === undefined) return undefined;
  const { createdAt, id } = readCursor(cursor);
  return or(
    lt(galleries.createdAt, createdAt),
    and(eq(galleries.createdAt, createdAt), lt(galleries.id, id)),
  );
}

/** The viewer's own galleries in any state, newest first. */
export async function listOwnGalleries(
  ctx: UserCtx,
  query: Query,
): Promise<{ data: OwnGallery[]; total: number; nextCursor: string | null }> {
  const where = and(
    query.state && eq(galleries.state, query.state),
    query.q ? matchesText(query.q, galleries.title) : undefined,
  );
  const [found, total] = await Promise.all([
    selectGalleries(ctx)
      .where(mine(ctx, and(where, afterCursor(query))))
      .orderBy(desc(galleries.createdAt), desc(galleries.id))
      .limit(query.limit + 1)
      .offset(query.cursor === undefined ? query.offset : 0),
    cappedTotal(ctx, rowsWhere(ctx, galleries, mine(ctx, where)), query),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, ({ gallery }) => encodeCursor(gallery));
  return { data: await present(ctx, rows), total, nextCursor };
}
