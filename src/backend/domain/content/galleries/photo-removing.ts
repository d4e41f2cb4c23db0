import { inArray } from 'drizzle-orm';
import type { UserCtx } from '../../../kernel/context.ts';
import { photos } from '../../../db/schema/galleries.ts';
import type { PhotoRow } from './photo-presenters.ts';
import { dropPhotoTags } from '../media-items/co-creator-tags.ts';
import { forgetObject } from '../media-items/objects.ts';
import { findSold } from './photos-query.ts';

/** Which of these photos were bought with their gallery and must be kept for the buyers. */
export async function soldAmong(tx: UserCtx, rows: readonly Pick<PhotoRow, 'id'>[]): Promise<Set<string>> {
  const ids = rows.map(({ id }) => id);
  const sold = await findSold(tx.db, ids);
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
