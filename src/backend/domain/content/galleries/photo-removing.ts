import { inArray, sql } from 'drizzle-orm';
import type { UserCtx } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import { photos } from '../../../db/schema/galleries.ts';
import type { PhotoRow } from './photo-presenters.ts';
import { dropPhotoTags } from '../media-items/co-creator-tags.ts';
import { forgetObject } from '../media-items/objects.ts';

/** Which of these photos were bought with their gallery and must be kept for the buyers. */
export async function soldAmong(tx: UserCtx, rows: readonly Pick<PhotoRow, 'id'>[]): Promise<Set<string>> {
  const sold = await fetchRows<{ id: string }>(
    tx.db.execute(sql`
    SELECT p.id FROM photos p WHERE p.id = ANY (${idList(rows.map(({ id }) => id))}::text::uuid[]) AND EXISTS (
      SELECT 1 FROM purchases b JOIN purchase_files f ON f.purchase_id = b.id WHERE b.kind = 'gallery' AND b.item_id = p.gallery_id AND b.reversed_at IS NULL AND f.file_id = p.file_id)`),
  );
  return new Set(sold.map(({ id }) => id));
}

/**
 * Deletes photos permanently, with their likes, comments, and bookmarks. The caller drops their files once
 * nothing references them.
 */
export async function forgetPhotos(tx: UserCtx, rows: readonly PhotoRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  // Most photos of a large gallery have none, so only those that do are handled one by one.
  const known = rows.filter(({ likes, comments, bookmarks }) => likes + comments + bookmarks > 0);
  for (const { id, performerId } of known) await forgetObject(tx, 'photo', { id, ownerId: performerId });
  await dropPhotoTags(tx, ids);
  await tx.db.delete(photos).where(inArray(photos.id, ids));
}
