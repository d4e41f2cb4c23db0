import { eq, inArray, sql } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { idList } from '../../../db/prepared.ts';
import { galleries, photos } from '../../../db/schema/galleries.ts';
import { addToCreatorCounts } from '../../people/accounts/creator-counts.ts';

type GalleryRow = typeof galleries.$inferSelect;

/** States in which a gallery is or will be published, so it can't be empty. */
export const needsPhotos: readonly GalleryRow['state'][] = ['published', 'scheduled', 'waiting'];

/**
 * Recounts the visible photos of galleries and clears covers that aren't visible. Returns the updated rows.
 * Lock the galleries first, because concurrent recounts would miss each other's changes.
 */
export async function recount(tx: Ctx, galleryIds: readonly string[]): Promise<GalleryRow[]> {
  if (galleryIds.length === 0) return [];
  const seen = sql`FROM photos p WHERE p.gallery_id = ${galleries.id} AND p.state = 'published'`;
  return tx.db
    .update(galleries)
    .set({
      numOfItems: sql`(SELECT count(*)::int ${seen})`,
      coverPhotoId: sql`CASE WHEN EXISTS (SELECT 1 ${seen} AND p.id = ${galleries.coverPhotoId}) THEN ${galleries.coverPhotoId} END`,
    })
    .where(sql`${galleries.id} = ANY (${idList(galleryIds)}::text::uuid[])`)
    .returning();
}

/** Locks galleries against purchases and other changes, always in the same order. */
export const lockGalleries = (
  tx: Ctx,
  galleryIds: readonly string[],
): Promise<GalleryRow[]> | GalleryRow[] =>
  galleryIds.length === 0
    ? []
    : tx.db
        .select()
        .from(galleries)
        .where(inArray(galleries.id, [...galleryIds]))
        .orderBy(galleries.id)
        .for('update');

/**
 * Adds a published gallery (with its photos) or single photo to the profile's counters; `by` -1 removes it.
 * Lock it and its creator.
 */
export async function adjustPublishedCount(
  tx: Ctx,
  { kind, id }: { readonly kind: 'gallery' | 'photo'; readonly id: string },
  by: 1 | -1 = 1,
): Promise<void> {
  if (kind === 'gallery') {
    const [gallery] = await tx.db
      .select({ creatorId: galleries.performerId, photos: galleries.numOfItems })
      .from(galleries)
      .where(eq(galleries.id, id));
    if (gallery)
      await addToCreatorCounts(tx, gallery.creatorId, { galleries: by, photos: by * gallery.photos });
    return;
  }
  const [photo] = await tx.db
    .select({ creatorId: photos.performerId, galleryId: photos.galleryId })
    .from(photos)
    .where(eq(photos.id, id));
  if (photo && photo.galleryId === null)
    await addToCreatorCounts(tx, photo.creatorId, { photos: by, singlePhotos: by });
}
