import { type SQL, and, asc, desc, eq, gt, isNotNull, isNull, lt, ne, or } from 'drizzle-orm';
import type { OwnPhoto } from '#contract/content/photos.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { matchesText } from '../../../db/matches-text.ts';
import { hasTag } from '../../../db/tags.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { photos } from '../../../db/schema/galleries.ts';
import { notFound } from '../../../kernel/errors.ts';
import { tagsOf } from '../media-items/co-creator-tags.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { type PhotoParts, presentPhotos, selectPhotos } from './photo-presenters.ts';
import { placeCursor } from '../media-items/search.ts';
import { cappedTotal, rowsWhere } from '../../../kernel/paging.ts';

async function present(ctx: UserCtx, rows: readonly PhotoParts[]): Promise<OwnPhoto[]> {
  const [views, tags] = await Promise.all([
    presentPhotos(ctx, rows),
    tagsOf(
      ctx,
      'photo',
      rows.map(({ photo }) => photo.id),
    ),
  ]);
  const byId = new Map(rows.map((row) => [row.photo.id, row]));
  return views.map((view) => {
    const row = byId.get(view._id);
    return {
      ...view,
      tagged: tags.get(view._id) ?? [],
      scheduledAt: row?.photo.scheduledAt?.toISOString() ?? null,
      isCover: row?.gallery?.coverPhotoId === view._id,
    };
  });
}

const mine = (ctx: UserCtx, where: SQL | undefined) =>
  and(eq(photos.performerId, ctx.viewer.id), ne(photos.state, 'removed'), where);

/**
 * One of the viewer's own photos.
 * @throws AppError 404 for another creator's or a removed one.
 */
export async function ownPhoto(ctx: UserCtx, id: string): Promise<OwnPhoto> {
  const [view] = await present(ctx, await selectPhotos(ctx).where(mine(ctx, eq(photos.id, id))));
  if (!view) throw notFound();
  return view;
}

type Query = ParsedInput<'GET /performer/performer-assets/photos/search'>['query'];

const filters = (query: Query): SQL | undefined =>
  and(
    query.galleryId ? eq(photos.galleryId, query.galleryId) : undefined,
    query.where && (query.where === 'single' ? isNull(photos.galleryId) : isNotNull(photos.galleryId)),
    query.state && eq(photos.state, query.state),
    query.audience && eq(photos.audience, query.audience),
    query.q ? matchesText(query.q, photos.title) : undefined,
    query.tag ? hasTag(photos.tags, query.tag) : undefined,
  );

/** In the gallery's order, or newest first outside one. */
function planOrder({ galleryId, cursor }: Query): {
  by: SQL[];
  after: SQL | undefined;
  cursorAfter: (row: PhotoParts) => string;
} {
  const at = cursor === undefined ? null : readCursor(cursor);
  if (galleryId) {
    const place = at?.createdAt.getTime() ?? 0;
    const after = at
      ? or(gt(photos.position, place), and(eq(photos.position, place), gt(photos.id, at.id)))
      : undefined;
    return {
      by: [asc(photos.position), asc(photos.id)],
      after,
      cursorAfter: ({ photo }) => placeCursor(photo),
    };
  }
  const after = at
    ? or(lt(photos.createdAt, at.createdAt), and(eq(photos.createdAt, at.createdAt), lt(photos.id, at.id)))
    : undefined;
  return {
    by: [desc(photos.createdAt), desc(photos.id)],
    after,
    cursorAfter: ({ photo }) => encodeCursor(photo),
  };
}

/** The viewer's own photos in any state. */
export async function listOwnPhotos(
  ctx: UserCtx,
  query: Query,
): Promise<{ data: OwnPhoto[]; total: number; nextCursor: string | null }> {
  const where = filters(query);
  const { by, after, cursorAfter } = planOrder(query);
  const [found, total] = await Promise.all([
    selectPhotos(ctx)
      .where(mine(ctx, and(where, after)))
      .orderBy(...by)
      .limit(query.limit + 1)
      .offset(query.cursor === undefined ? query.offset : 0),
    cappedTotal(ctx, rowsWhere(ctx, photos, mine(ctx, where)), query),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, cursorAfter);
  return { data: await present(ctx, rows), total, nextCursor };
}
