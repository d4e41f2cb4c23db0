import { inArray, sql } from 'drizzle-orm';
import type { UserCtx } from '../../kernel/context.ts';
import { rowsOf } from '../../db/db.ts';
import { idList } from '../../db/prepared.ts';
import { photos } from '../../db/schema/galleries.ts';
import type { PhotoRow } from './photo-presenters.ts';
import { dropPhotoTags } from '../media-items/co-creator-tags.ts';
import { forgetObject } from '../media-items/objects.ts';

/** Which of these photos came with a purchase of the gallery they are in: they stay for those buyers. */
export async function soldAmong(tx: UserCtx, rows: readonly Pick<PhotoRow, 'id'>[]): Promise<Set<string>> {
  const sold = await rowsOf<{ id: string }>(
    tx.db.execute(sql`
    SELECT p.id FROM photos p WHERE p.id = ANY (${idList(rows.map(({ id }) => id))}::text::uuid[]) AND EXISTS (
      SELECT 1 FROM purchases b JOIN purchase_files f ON f.purchase_id = b.id WHERE b.kind = 'gallery' AND b.item_id = p.gallery_id AND b.reversed_at IS NULL AND f.file_id = p.file_id)`),
  );
  return new Set(sold.map(({ id }) => id));
}

/**
 * Deletes photos for good, with what people made of them. Their files are the caller's to drop, once nothing
 * names them.
 */
export async function forgetPhotos(tx: UserCtx, rows: readonly PhotoRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  // Most photos of a large gallery were never spoken of: ask only about those that were.
  const known = rows.filter(({ likes, comments, bookmarks }) => likes + comments + bookmarks > 0);
  for (const { id, performerId } of known) await forgetObject(tx, 'photo', { id, ownerId: performerId });
  await dropPhotoTags(tx, ids);
  await tx.db.delete(photos).where(inArray(photos.id, ids));
}
