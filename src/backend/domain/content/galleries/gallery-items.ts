import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { type galleries, photos } from '../../../db/schema/galleries.ts';
import type { Item } from '../../base/access/access.ts';
import { countOwned, filesOfPartlyBought } from './photos-query.ts';

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
  const rows = await filesOfPartlyBought(ctx.db, ctx.viewer.id, galleryIds);
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

/** The number of photos per gallery that only its buyers still see, the viewer being one. */
export async function savedCounts(ctx: Ctx, galleryIds: readonly string[]): Promise<Map<string, number>> {
  if (galleryIds.length === 0) return new Map();
  const rows = await countOwned(ctx.db, ctx.viewer?.id ?? null, galleryIds);
  return new Map(rows.map(({ gallery, saved }) => [gallery, saved]));
}
