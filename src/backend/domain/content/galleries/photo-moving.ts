import { eq, inArray } from 'drizzle-orm';
import { photos } from '../../../db/schema/galleries.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { refuseTakenDown } from '../../base/access/taken-down.ts';
import { dropFiles } from '../../base/files/claims.ts';
import { refuseMissingReleases } from '../media-items/releases.ts';
import { type LockedPhotos, placesIn, shownState, stamp } from './photo-changes.ts';
import { forgetPhotos, soldAmong } from './photo-removing.ts';
import type { PhotoRow } from './photo-presenters.ts';

/** @throws AppError 409 when an operator took one of the photos down. */
export const refuseTakenPhotos = ({ tx }: LockedPhotos, rows: readonly PhotoRow[]): Promise<void> =>
  refuseTakenDown(tx, {
    kind: 'photo',
    ids: rows.map(({ id }) => id),
    fileIds: rows.map(({ fileId }) => fileId),
  });

const isIn = ({ galleryId }: PhotoRow): boolean => galleryId !== null;

async function hide(
  { tx }: LockedPhotos,
  rows: readonly PhotoRow[],
  state: 'archived' | 'removed',
): Promise<void> {
  if (rows.length === 0) return;
  await tx.db
    .update(photos)
    .set({ state, scheduledAt: null, ...stamp(tx) })
    .where(
      inArray(
        photos.id,
        rows.map(({ id }) => id),
      ),
    );
}

/** Hides photos from everyone except those who bought them with their gallery. */
export const archivePhotos = (held: LockedPhotos): Promise<void> => hide(held, held.rows, 'archived');

/** Deletes photos with their files. Those included in a purchase are kept for its buyers only. */
export async function deletePhotos(held: LockedPhotos): Promise<void> {
  const sold = await soldAmong(held.tx, held.rows.filter(isIn));
  const unsold = held.rows.filter(({ id }) => !sold.has(id));
  await hide(
    held,
    held.rows.filter(({ id }) => sold.has(id)),
    'removed',
  );
  await forgetPhotos(held.tx, unsold);
  await dropFiles(
    held.tx,
    unsold.map(({ fileId }) => fileId),
  );
}

/** A photo's new position: in a gallery, whose terms then apply, or outside as a draft. */
async function placed(
  tx: Ctx,
  row: PhotoRow,
  { galleryId, position }: { galleryId: string | null; position: number },
) {
  const shown = () => (row.state === 'archived' ? row.state : shownState(tx, row));
  const state = galleryId === null ? ('draft' as const) : await shown();
  return { galleryId, position, scheduledAt: null, publishedAt: null, state };
}

/**
 * Moves photos to the end of a gallery, or out of theirs (null). A photo that was sold with its old gallery
 * is copied as a new photo of the same file, and the old one is kept for buyers. Returns new ids by old id.
 * @throws AppError 409 for a photo that was taken down, 422 `release_missing`.
 */
export async function movePhotos(held: LockedPhotos, galleryId: string | null): Promise<Map<string, string>> {
  const { tx } = held;
  const anew = new Map<string, string>();
  const moved = held.rows.filter((row) => row.galleryId !== galleryId);
  await refuseTakenPhotos(held, moved);
  if (galleryId !== null) for (const { id } of moved) await refuseMissingReleases(tx, { kind: 'photo', id });
  const sold = await soldAmong(tx, moved.filter(isIn));
  const first = galleryId === null ? 0 : await placesIn(tx, galleryId, moved.length);
  for (const [at, row] of moved.entries()) {
    const position = galleryId === null ? 0 : first + at;
    const place = { ...(await placed(tx, row, { galleryId, position })), ...stamp(tx) };
    if (!sold.has(row.id)) await tx.db.update(photos).set(place).where(eq(photos.id, row.id));
    else {
      const id = tx.ports.ids();
      anew.set(row.id, id);
      await tx.db
        .insert(photos)
        .values({ ...row, likes: 0, comments: 0, bookmarks: 0, ...place, id, createdAt: place.updatedAt });
    }
  }
  await hide(
    held,
    moved.filter(({ id }) => sold.has(id)),
    'removed',
  );
  return anew;
}
