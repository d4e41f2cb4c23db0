import { type SQL, inArray, sql } from 'drizzle-orm';
import type { Photo } from '#contract/content/photos.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { matchesText } from '../../../db/matches-text.ts';
import { hasTag } from '../../../db/tags.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { photos } from '../../../db/schema/galleries.ts';
import { countPhotos, ownedByBuyer, pageOfPhotos } from './photos-query.ts';
import { galleriesById } from './gallery-presenters.ts';
import { cutPage } from '../../../kernel/keyset.ts';
import { presentPhotos, selectPhotos } from './photo-presenters.ts';
import { type MediaItemQuery, afterPlace, placeCursor, searchMediaItems } from '../media-items/search.ts';
import { isShown } from '../../base/access/access.ts';

type Query = ParsedInput<'GET /performer-assets/photos'>['query'];
export interface PhotoPage {
  data: Photo[];
  total: number;
  nextCursor: string | null;
}

/** Photos as the viewer may see them, in the given order, without hidden ones. */
async function photosById(ctx: Ctx, ids: readonly string[]): Promise<Photo[]> {
  if (ids.length === 0) return [];
  const views = await presentPhotos(ctx, await selectPhotos(ctx).where(inArray(photos.id, [...ids])));
  const byId = new Map(views.filter(isShown).map((view) => [view._id, view]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Single photos of all creators or one. */
export async function searchPhotos(ctx: Ctx, query: MediaItemQuery): Promise<PhotoPage> {
  const { ids, ...page } = await searchMediaItems(ctx, 'photos', query);
  return { data: await photosById(ctx, ids), ...page };
}

/** SQL condition on photos `p` of a gallery that the viewer sees in it, filtered by text or tag. */
function insideGallery(ctx: Ctx, galleryId: string, { q, tag }: Pick<Query, 'q' | 'tag'>): SQL {
  const parts = [
    sql`p.gallery_id = ${galleryId} AND (p.state = 'published' OR ${ownedByBuyer(ctx.viewer?.id ?? null)})`,
  ];
  if (q) parts.push(matchesText(q, sql`p.title`));
  if (tag) parts.push(hasTag(sql`p.tags`, tag));
  return sql.join(parts, sql` AND `);
}

/**
 * The photos of a gallery in its order: visible ones, and those a buyer keeps. In a locked gallery they are
 * blurred. Empty when the gallery doesn't exist for the viewer.
 */
export async function photosOfGallery(ctx: Ctx, galleryId: string, query: Query): Promise<PhotoPage> {
  const [gallery] = await galleriesById(ctx, [galleryId]);
  // A text search would reveal the titles of locked photos.
  if (!gallery || (query.q && !gallery.access.allowed)) return { data: [], total: 0, nextCursor: null };
  const inside = insideGallery(ctx, galleryId, query);
  const after = afterPlace(query.cursor);
  const [found, total] = await Promise.all([
    pageOfPhotos(ctx.db, after ? sql`${inside} AND ${after}` : inside, {
      limit: query.limit + 1,
      offset: after ? 0 : query.offset,
    }),
    query.q || query.tag ? countPhotos(ctx.db, inside) : gallery.numOfItems,
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, placeCursor);
  return {
    data: await photosById(
      ctx,
      rows.map(({ id }) => id),
    ),
    total,
    nextCursor,
  };
}

export const listPhotos = (ctx: Ctx, query: Query): Promise<PhotoPage> =>
  query.galleryId ? photosOfGallery(ctx, query.galleryId, query) : searchPhotos(ctx, query);
