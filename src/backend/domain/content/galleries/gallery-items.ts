import { and, eq, sql } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import { type galleries, photos } from '../../../db/schema/galleries.ts';
import type { Item } from '../../base/access/access.ts';

/** The columns of a gallery that the access rule needs. */
export type GalleryPricing = Pick<
  typeof galleries.$inferSelect,
  'id' | 'performerId' | 'audience' | 'price' | 'includedInSubscription' | 'state'
>;

export const asGalleryItem = (gallery: GalleryPricing, fileIds: readonly string[]): Item => ({
  kind: 'gallery',
  id: gallery.id,
  ownerId: gallery.performerId,
  audience: gallery.audience,
  price: gallery.price,
  includedInSubscription: gallery.includedInSubscription,
  isPublished: gallery.state === 'published',
  fileIds,
});

/** The files sold with a gallery: those of its visible photos. */
export async function soldFiles(ctx: Ctx, galleryId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ id: photos.fileId })
    .from(photos)
    .where(and(eq(photos.galleryId, galleryId), eq(photos.state, 'published')));
  return rows.map(({ id }) => id);
}

/**
 * Files by gallery, for those galleries in which the viewer already owns a file bought elsewhere. For the
 * others the full price applies, so a page of large galleries needn't list thousands of files.
 */
async function filesPartlyBought(ctx: Ctx, galleryIds: readonly string[]): Promise<Map<string, string[]>> {
  if (!ctx.viewer || galleryIds.length === 0) return new Map();
  const rows = await fetchRows<{ gallery: string; files: string[] }>(
    ctx.db.execute(sql`
    SELECT p.gallery_id AS gallery, json_agg(DISTINCT p.file_id) AS files FROM photos p
    WHERE p.state = 'published' AND p.gallery_id IN (
      SELECT q.gallery_id FROM purchase_files f JOIN photos q ON q.file_id = f.file_id
      WHERE f.account_id = ${ctx.viewer.id} AND q.state = 'published' AND q.gallery_id = ANY (${idList(galleryIds)}::text::uuid[]))
    GROUP BY p.gallery_id`),
  );
  return new Map(rows.map(({ gallery, files }) => [gallery, files]));
}

/** Galleries as access rule items, by id. */
export async function galleryItems(
  ctx: Ctx,
  galleries: readonly GalleryPricing[],
): Promise<Map<string, Item>> {
  const files = await filesPartlyBought(
    ctx,
    galleries.filter(({ price }) => price > 0).map(({ id }) => id),
  );
  return new Map(
    galleries.map((gallery) => [gallery.id, asGalleryItem(gallery, files.get(gallery.id) ?? [])]),
  );
}

/**
 * SQL condition on photos `p`: the viewer bought the gallery and keeps the photo although it was since
 * removed from it. Always false for visitors.
 */
export const ownedByBuyer = (viewerId: string | null) =>
  viewerId === null
    ? sql`false`
    : sql`(p.state IN ('archived', 'removed') AND EXISTS (
    SELECT 1 FROM purchases b JOIN purchase_files f ON f.purchase_id = b.id
    WHERE b.account_id = ${viewerId} AND b.kind = 'gallery' AND b.item_id = p.gallery_id AND b.reversed_at IS NULL AND f.file_id = p.file_id OFFSET 0))`;

/** The number of such photos per gallery. */
export async function savedCounts(ctx: Ctx, galleryIds: readonly string[]): Promise<Map<string, number>> {
  if (galleryIds.length === 0) return new Map();
  const rows = await fetchRows<{ gallery: string; saved: number }>(
    ctx.db.execute(sql`
    SELECT p.gallery_id AS gallery, count(*)::int AS saved FROM photos p
    WHERE p.gallery_id = ANY (${idList(galleryIds)}::text::uuid[]) AND ${ownedByBuyer(ctx.viewer?.id ?? null)} GROUP BY p.gallery_id`),
  );
  return new Map(rows.map(({ gallery, saved }) => [gallery, saved]));
}
