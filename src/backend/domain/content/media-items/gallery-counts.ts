import { inArray, sql } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { idList } from '../../../db/prepared.ts';
import { galleries, type photos } from '../../../db/schema/galleries.ts';
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

/** Adds a published gallery (with its photos) to the profile's counters; `by` -1 removes it. Lock it and its creator. */
export const countGallery = (
  tx: Ctx,
  { performerId, numOfItems }: Pick<GalleryRow, 'performerId' | 'numOfItems'>,
  by: 1 | -1,
) => addToCreatorCounts(tx, performerId, { galleries: by, photos: by * numOfItems });

/** Counts the photos of a gallery anew, on its creator's profile too. */
async function recountGallery(tx: Ctx, galleryId: string): Promise<void> {
  const [before] = await lockGalleries(tx, [galleryId]);
  const [after] = await recount(tx, [galleryId]);
  if (before && after?.state === 'published')
    await addToCreatorCounts(tx, after.performerId, { photos: after.numOfItems - before.numOfItems });
}

/** Adds a published photo to its gallery, or a single one to the profile's counters; `by` -1 removes it. */
export const countPhoto = (
  tx: Ctx,
  { performerId, galleryId }: Pick<typeof photos.$inferSelect, 'performerId' | 'galleryId'>,
  by: 1 | -1,
) =>
  galleryId === null
    ? addToCreatorCounts(tx, performerId, { photos: by, singlePhotos: by })
    : recountGallery(tx, galleryId);
