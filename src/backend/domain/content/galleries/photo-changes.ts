import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { performers } from '../../../db/schema/creators.ts';
import { files } from '../../../db/schema/files.ts';
import { photos } from '../../../db/schema/galleries.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { addToCreatorCounts } from '../../people/accounts/creator-counts.ts';
import { lockGalleries, recount } from '../media-items/gallery-counts.ts';
import type { GalleryRow } from './gallery-presenters.ts';
import { refuseEmpty } from './gallery-mutations.ts';
import type { PhotoRow } from './photo-presenters.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';
import { loadFilesState, publishingState } from '../media-items/publishing.ts';

/** Some of the viewer's photos with their galleries, all locked. */
export interface LockedPhotos {
  readonly tx: UserCtx;
  readonly creator: typeof performers.$inferSelect;
  /** In the requested order. */
  readonly rows: readonly PhotoRow[];
  readonly galleries: ReadonlyMap<string, GalleryRow>;
}
export interface PhotoSelection {
  readonly photoIds: readonly string[];
  /** The gallery to move them to. */
  readonly into?: string | null | undefined;
  /** Builds the error for a photo that isn't the viewer's or was deleted. */
  readonly missing?: () => Error;
}

const noGallery = () => invalid('galleryId', 'This gallery isn’t there anymore.');

/** Before all else: what processes a file locks the file first. It can't become ready behind a change then. */
const lockFiles = (tx: UserCtx, photoIds: readonly string[]) =>
  tx.db
    .select({ id: files.id })
    .from(files)
    .innerJoin(photos, eq(photos.fileId, files.id))
    .where(and(inArray(photos.id, [...photoIds]), eq(photos.performerId, tx.viewer.id)))
    .orderBy(files.id)
    .for('share', { of: files });

async function lockPhotos(
  tx: UserCtx,
  { photoIds, into, missing = notFound }: PhotoSelection,
): Promise<LockedPhotos> {
  await lockFiles(tx, photoIds);
  const creator = await lockCreator(tx, tx.viewer.id);
  const found = await tx.db
    .select()
    .from(photos)
    .where(
      and(
        inArray(photos.id, [...photoIds]),
        eq(photos.performerId, tx.viewer.id),
        ne(photos.state, 'removed'),
      ),
    )
    .orderBy(photos.id)
    .for('update');
  const byId = new Map(found.map((row) => [row.id, row]));
  const rows = [...new Set(photoIds)].map((id) => byId.get(id));
  if (rows.some((row) => row === undefined)) throw missing();
  const ids = [...found.map(({ galleryId }) => galleryId), into].filter(
    (id): id is string => typeof id === 'string',
  );
  const galleries = new Map(
    (await lockGalleries(tx, [...new Set(ids)])).map((gallery) => [gallery.id, gallery]),
  );
  const target = typeof into === 'string' ? galleries.get(into) : undefined;
  if (typeof into === 'string' && (target?.performerId !== tx.viewer.id || target.state === 'removed'))
    throw noGallery();
  return { tx, creator, rows: rows.filter((row) => row !== undefined), galleries };
}

/** How many of the creator's single photos are published. Stable while the creator is locked. */
async function singlesOut(tx: UserCtx): Promise<number> {
  const [row] = await tx.db
    .select({ out: performers.singlePhotos })
    .from(performers)
    .where(eq(performers.accountId, tx.viewer.id));
  return row?.out ?? 0;
}
const outAmong = (rows: readonly PhotoRow[]): number =>
  rows.filter(({ state, galleryId }) => state === 'published' && galleryId === null).length;

/**
 * Changes some of the viewer's photos and keeps the counters of galleries and the profile exact. `work`
 * changes rows; how many became visible or hidden is determined here.
 */
export function changePhotos(
  ctx: UserCtx,
  wanted: PhotoSelection,
  work: (held: LockedPhotos) => Promise<void>,
): Promise<void> {
  return transaction(ctx, async (tx) => {
    const held = await lockPhotos(tx, wanted);
    const singlesBefore = await singlesOut(tx);
    await work(held);
    const ids = held.rows.map(({ id }) => id);
    const left = await tx.db.$count(
      photos,
      and(inArray(photos.id, ids), eq(photos.state, 'published'), isNull(photos.galleryId)),
    );
    // Photos published by `advance` in the meantime were already counted there.
    const singles = left - outAmong(held.rows) - ((await singlesOut(tx)) - singlesBefore);
    const after = await recount(tx, [...held.galleries.keys()]);
    refuseEmpty(
      after.filter((gallery) => gallery.numOfItems < (held.galleries.get(gallery.id)?.numOfItems ?? 0)),
    );
    const inGalleries = after
      .filter(({ state }) => state === 'published')
      .reduce(
        (sum, gallery) => sum + gallery.numOfItems - (held.galleries.get(gallery.id)?.numOfItems ?? 0),
        0,
      );
    await addToCreatorCounts(tx, tx.viewer.id, { photos: singles + inGalleries, singlePhotos: singles });
  });
}

/**
 * The position after a gallery's last photo.
 * @throws AppError 409 when `count` more exceed the limit.
 */
export async function placesIn(tx: UserCtx, galleryId: string, count: number): Promise<number> {
  const [row] = await tx.db
    .select({
      held: sql<number>`(count(*) FILTER (WHERE ${photos.state} <> 'removed'))::int`,
      next: sql<number>`coalesce(max(${photos.position}), -1) + 1`,
    })
    .from(photos)
    .where(eq(photos.galleryId, galleryId));
  if ((row?.held ?? 0) + count > limits.photosPerGallery)
    throw conflict(`A gallery holds at most ${limits.photosPerGallery} photos.`);
  return row?.next ?? 0;
}

export const stamp = (tx: UserCtx) => ({ updatedAt: now(tx) });

/** The state of a photo that its creator wants to show in its gallery: its file may not be ready. */
export const shownState = async (tx: Ctx, { fileId }: Pick<PhotoRow, 'fileId'>): Promise<PhotoRow['state']> =>
  publishingState({ scheduledAt: null }, await loadFilesState(tx, [fileId]), now(tx));
