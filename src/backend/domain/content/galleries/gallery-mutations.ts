import { and, eq, ne } from 'drizzle-orm';
import { distinctTags } from '#lib/markup/tags-and-mentions.ts';
import { refuseStale } from '../../../kernel/versions.ts';
import type { GalleryCreate, GalleryUpdate } from '#contract/content/galleries.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { galleries, photos } from '../../../db/schema/galleries.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { dropTags, tagCoCreators } from '../media-items/co-creator-tags.ts';
import { dropFiles } from '../../base/files/claims.ts';
import { needsPhotos } from '../media-items/gallery-counts.ts';
import { requestedState } from './gallery-states.ts';
import type { GalleryRow } from './gallery-presenters.ts';
import { forgetPhotos } from './photo-removing.ts';
import { orderPhotos } from './photos-query.ts';
import { saleOf } from '../media-items/pricing.ts';
import { isSold } from '../../base/ledger/sales.ts';
import { advanceMediaItem, galleryStates } from '../publishing/media-item-states.ts';
import { refuseMissingReleases } from '../media-items/releases.ts';
import { forgetObject } from '../media-items/objects.ts';
import { refuseUnapproved } from '../../people/accounts/approval/refuse-unapproved.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';

/** Creates an empty draft gallery and returns its id. */
export async function createGallery(ctx: UserCtx, gallery: GalleryCreate): Promise<string> {
  const id = ctx.ports.ids();
  const moment = now(ctx);
  await ctx.db.insert(galleries).values({
    ...gallery,
    tags: distinctTags(gallery.tags),
    ...saleOf(gallery),
    id,
    performerId: ctx.viewer.id,
    state: 'draft',
    createdAt: moment,
    updatedAt: moment,
  });
  return id;
}

/**
 * Locks the viewer's own gallery until the end of the transaction, so that nobody buys it in the meantime.
 * Lock the creator first.
 * @throws AppError 404, also for a removed one.
 */
export async function lockOwnGallery(tx: UserCtx, id: string): Promise<GalleryRow> {
  const [row] = await tx.db
    .select()
    .from(galleries)
    .where(and(eq(galleries.id, id), eq(galleries.performerId, tx.viewer.id), ne(galleries.state, 'removed')))
    .for('update');
  if (!row) throw notFound();
  return row;
}

/**
 * Updates the viewer's own gallery; publishes, schedules, or archives it.
 * @throws AppError 403 before the profile is approved, 404, 409, 422.
 */
export function updateGallery(
  ctx: UserCtx,
  id: string,
  { coCreatorIds, state, scheduledAt, ...fields }: GalleryUpdate,
): Promise<void> {
  return transaction(ctx, async (tx) => {
    const creator = await lockCreator(tx, tx.viewer.id);
    const gallery = await lockOwnGallery(tx, id);
    refuseStale(tx, gallery);
    const next = requestedState(tx, gallery, { state, scheduledAt });
    if (next.state === 'waiting') {
      refuseUnapproved(creator);
      if (gallery.numOfItems === 0) throw invalid('state', 'Add at least one photo.');
      await refuseMissingReleases(tx, { kind: 'gallery', id });
    }
    if (coCreatorIds)
      await tagCoCreators(
        tx,
        { kind: 'gallery', id },
        { title: fields.title ?? gallery.title, ids: coCreatorIds },
      );
    await tx.db
      .update(galleries)
      .set({
        ...fields,
        tags: fields.tags && distinctTags(fields.tags),
        ...saleOf(fields, gallery),
        scheduledAt: next.scheduledAt,
        updatedAt: now(tx),
      })
      .where(eq(galleries.id, id));
    if (next.state !== gallery.state) await galleryStates.setState(tx, gallery, next.state);
    await advanceMediaItem(tx, { kind: 'gallery', id });
  });
}

/**
 * Deletes the viewer's own gallery with its photos. One that was bought is kept unchanged for its buyers
 * only.
 */
export function deleteGallery(ctx: UserCtx, id: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    await lockCreator(tx, tx.viewer.id);
    const gallery = await lockOwnGallery(tx, id);
    await dropTags(tx, { kind: 'gallery', id });
    if (await isSold(tx, 'gallery', id)) return galleryStates.setState(tx, gallery, 'removed');
    if (gallery.state === 'published') await galleryStates.setState(tx, gallery, 'archived');
    const inside = await tx.db.select().from(photos).where(eq(photos.galleryId, id));
    await forgetPhotos(tx, inside);
    await forgetObject(tx, 'gallery', { id, ownerId: tx.viewer.id });
    await tx.db.delete(galleries).where(eq(galleries.id, id));
    await dropFiles(
      tx,
      inside.map(({ fileId }) => fileId),
    );
  });
}

/**
 * Reorders the photos of a gallery.
 * @throws AppError 404, 409 when the gallery's photos have changed, 422 when one is given twice.
 */
export function orderGallery(ctx: UserCtx, id: string, photoIds: readonly string[]): Promise<void> {
  if (new Set(photoIds).size < photoIds.length) throw invalid('photoIds', 'Each photo can appear only once.');
  return transaction(ctx, async (tx) => {
    await lockCreator(tx, tx.viewer.id);
    await lockOwnGallery(tx, id);
    const inside = await tx.db
      .select({ id: photos.id })
      .from(photos)
      .where(and(eq(photos.galleryId, id), ne(photos.state, 'removed')));
    const named = new Set(photoIds);
    if (inside.length !== named.size || inside.some((photo) => !named.has(photo.id)))
      throw conflict('The photos in this gallery have changed. Reload it and try again.');
    await orderPhotos(tx.db, id, photoIds);
    await tx.db
      .update(galleries)
      .set({ updatedAt: now(tx) })
      .where(eq(galleries.id, id));
  });
}

/**
 * Makes a photo the cover of its gallery.
 * @throws AppError 404, 409 when it is hidden or not in a gallery.
 */
export function setCover(ctx: UserCtx, photoId: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    await lockCreator(tx, tx.viewer.id);
    const [photo] = await tx.db
      .select()
      .from(photos)
      .where(and(eq(photos.id, photoId), eq(photos.performerId, tx.viewer.id), ne(photos.state, 'removed')));
    if (!photo) throw notFound();
    if (photo.galleryId === null) throw conflict('This photo isn’t in a gallery.');
    if (photo.state !== 'published')
      throw conflict('An archived photo can’t be the cover. Restore it first.');
    await lockOwnGallery(tx, photo.galleryId);
    await tx.db
      .update(galleries)
      .set({ coverPhotoId: photoId, updatedAt: now(tx) })
      .where(eq(galleries.id, photo.galleryId));
  });
}

/** @throws AppError 409 when a published gallery would be left without photos. */
export function refuseEmpty(left: readonly GalleryRow[]): void {
  const empty = left.find((gallery) => gallery.numOfItems === 0 && needsPhotos.includes(gallery.state));
  if (empty)
    throw conflict(`“${empty.title}” would have no photos left. Archive or delete the gallery instead.`);
}
