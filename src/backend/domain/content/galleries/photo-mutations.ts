import { eq, inArray } from 'drizzle-orm';
import { distinctTags } from '#lib/markup/tags-and-mentions.ts';
import type { PhotoBulk, PhotoUpdate, PhotoUpload } from '#contract/content/photos.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { files } from '../../../db/schema/files.ts';
import { photos } from '../../../db/schema/galleries.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { onceStored } from '../../../kernel/idempotency.ts';
import { refuseStale } from '../../../kernel/versions.ts';
import type { UploadedFile } from '../../../kernel/uploaded-file.ts';
import { tagCoCreators } from '../media-items/co-creator-tags.ts';
import { addToCreatorCounts } from '../../people/accounts/creator-counts.ts';
import { lockGalleries, recount } from '../media-items/gallery-counts.ts';
import { requestedState } from './gallery-states.ts';
import type { GalleryRow } from './gallery-presenters.ts';
import { type LockedPhotos, changePhotos, placesIn, shownState, stamp } from './photo-changes.ts';
import { archivePhotos, deletePhotos, movePhotos, refuseTakenPhotos } from './photo-moving.ts';
import type { PhotoRow } from './photo-presenters.ts';
import { setAlts } from '../../base/files/alt-texts.ts';
import { storeUpload } from '../../base/files/uploads.ts';
import { refuseMissingReleases } from '../media-items/releases.ts';
import { advanceMediaItem } from '../publishing/media-item-states.ts';
import {
  refuseUnapproved,
  refuseUnapprovedViewer,
} from '../../people/accounts/approval/refuse-unapproved.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';
import { parseScheduledAt } from '../media-items/scheduling.ts';

async function lockTarget(tx: UserCtx, id: string): Promise<GalleryRow> {
  const [gallery] = await lockGalleries(tx, [id]);
  if (gallery?.performerId !== tx.viewer.id || gallery.state === 'removed')
    throw invalid('galleryId', 'This gallery isn’t there anymore.');
  return gallery;
}

/**
 * Checks everything that would otherwise be refused only after the image was processed.
 * @throws AppError 403, 409, 422
 */
async function checkUpload(ctx: UserCtx, { galleryId, state, scheduledAt }: PhotoUpload): Promise<void> {
  if (scheduledAt) parseScheduledAt(ctx, scheduledAt);
  if (!galleryId && (state === 'published' || scheduledAt)) await refuseUnapprovedViewer(ctx);
  if (galleryId && scheduledAt)
    throw invalid('scheduledAt', 'A photo in a gallery is published with the gallery.');
  if (galleryId) await transaction(ctx, async (tx) => placesIn(tx, (await lockTarget(tx, galleryId)).id, 1));
}

async function intoGallery(
  tx: UserCtx,
  row: Omit<typeof photos.$inferInsert, 'state'>,
  galleryId: string,
): Promise<void> {
  const gallery = await lockTarget(tx, galleryId);
  const state = await shownState(tx, row);
  await tx.db.insert(photos).values({ ...row, galleryId, state, position: await placesIn(tx, galleryId, 1) });
  await recount(tx, [galleryId]);
  if (gallery.state === 'published' && state === 'published')
    await addToCreatorCounts(tx, tx.viewer.id, { photos: 1 });
}

/**
 * Uploads a photo, single or into a gallery, and returns its id.
 * @throws AppError 403, 409, 413, 422
 */
export async function uploadPhoto(
  ctx: UserCtx,
  fields: PhotoUpload,
  file: UploadedFile | undefined,
): Promise<string> {
  const { galleryId, title, description, tags, audience, state, scheduledAt, ...upload } = fields;
  // Checked here, because a repeat must not fail because of what the first attempt made.
  const store = async () => {
    await checkUpload(ctx, fields);
    return storeUpload(ctx, { type: 'photo', kind: 'image', fields: upload, file });
  };
  const work = async (tx: UserCtx, stored: Awaited<ReturnType<typeof store>>): Promise<string> => {
    // Before the creator, as the job that converts an animation does.
    await tx.db.select({ id: files.id }).from(files).where(eq(files.id, stored.id)).for('share');
    await lockCreator(tx, tx.viewer.id);
    const id = tx.ports.ids();
    const moment = now(tx);
    const row = {
      id,
      performerId: tx.viewer.id,
      fileId: stored.id,
      title,
      description,
      tags: distinctTags(tags),
      audience,
      createdAt: moment,
      updatedAt: moment,
    };
    if (galleryId) await intoGallery(tx, row, galleryId);
    else {
      const out = state === 'published' || scheduledAt !== undefined;
      await tx.db.insert(photos).values({
        ...row,
        state: out ? 'waiting' : 'draft',
        scheduledAt: scheduledAt ? new Date(scheduledAt) : null,
      });
      await advanceMediaItem(tx, { kind: 'photo', id });
    }
    return id;
  };
  return onceStored(ctx, 'POST /performer/performer-assets/photos/upload', {
    body: fields,
    files: file ? [file] : [],
    store,
    work,
  });
}

/** In a gallery, a photo is only shown or hidden; the gallery decides when it is published. */
async function stateInGallery(
  tx: UserCtx,
  row: PhotoRow,
  { state, scheduledAt, coCreatorIds, audience }: PhotoUpdate,
): Promise<Partial<PhotoRow>> {
  if (audience) throw invalid('audience', 'Who can see this photo depends on its gallery. Change it there.');
  if (scheduledAt) throw invalid('scheduledAt', 'A photo in a gallery is published with the gallery.');
  if (coCreatorIds) throw invalid('coCreatorIds', 'Tag the creators in the gallery.');
  if (state === 'draft')
    throw conflict('A photo in a gallery is published with the gallery. To hide it, archive it.');
  if (state === 'published') return { state: await shownState(tx, row) };
  return state ? { state } : {};
}

function stateBySelf(
  { tx, creator }: LockedPhotos,
  row: Pick<PhotoRow, 'state' | 'scheduledAt'>,
  wish: PhotoUpdate,
): Partial<PhotoRow> {
  const next = requestedState(tx, row, wish);
  if (next.state === 'waiting' && row.state !== 'waiting') refuseUnapproved(creator);
  return next;
}

async function loadCurrent({ tx }: LockedPhotos, id: string): Promise<PhotoRow> {
  const [row] = await tx.db.select().from(photos).where(eq(photos.id, id));
  if (!row) throw notFound();
  return row;
}

const toColumns = ({ title, description, tags, audience }: PhotoUpdate) => ({
  title,
  description,
  tags: tags && distinctTags(tags),
  audience,
});

async function changeOne(held: LockedPhotos, id: string, { alt, ...change }: PhotoUpdate): Promise<void> {
  const { tx } = held;
  const row = await loadCurrent(held, id);
  const { title, coCreatorIds } = change;
  const next =
    row.galleryId === null ? stateBySelf(held, row, change) : await stateInGallery(tx, row, change);
  if (next.state === 'waiting') await refuseMissingReleases(tx, { kind: 'photo', id });
  if (change.state === 'published' && row.state !== 'published') await refuseTakenPhotos(held, [row]);
  if (coCreatorIds)
    await tagCoCreators(tx, { kind: 'photo', id }, { title: title ?? row.title, ids: coCreatorIds });
  await tx.db
    .update(photos)
    .set({ ...toColumns(change), ...next, ...stamp(tx) })
    .where(eq(photos.id, id));
  if (alt !== undefined) await setAlts(tx, { [row.fileId]: alt ?? '' });
  if (row.galleryId === null) await advanceMediaItem(tx, { kind: 'photo', id });
}

/**
 * Updates the viewer's own photo. Returns its id, which is new if it was moved out of a gallery it had been
 * sold with.
 * @throws AppError 403, 404, 409, 422
 */
export async function updatePhoto(ctx: UserCtx, id: string, change: PhotoUpdate): Promise<string> {
  let now = id;
  await changePhotos(ctx, { photoIds: [id], into: change.galleryId }, async (held) => {
    for (const row of held.rows) refuseStale(held.tx, row);
    if (change.galleryId !== undefined) now = (await movePhotos(held, change.galleryId)).get(id) ?? id;
    await changeOne(held, now, change);
  });
  return now;
}

export const deletePhoto = (ctx: UserCtx, id: string): Promise<void> =>
  changePhotos(ctx, { photoIds: [id] }, deletePhotos);

async function publishPhotos(held: LockedPhotos): Promise<void> {
  const { tx, creator, rows } = held;
  const hidden = rows.filter(({ state }) => state !== 'published');
  const single = hidden.filter(({ galleryId }) => galleryId === null);
  const inside = hidden.filter(({ galleryId }) => galleryId !== null);
  if (single.length > 0) refuseUnapproved(creator);
  await refuseTakenPhotos(held, hidden);
  for (const row of inside)
    await tx.db
      .update(photos)
      .set({ state: await shownState(tx, row), ...stamp(tx) })
      .where(eq(photos.id, row.id));
  for (const { id } of single) {
    await refuseMissingReleases(tx, { kind: 'photo', id });
    await tx.db
      .update(photos)
      .set({ state: 'waiting', scheduledAt: null, ...stamp(tx) })
      .where(eq(photos.id, id));
    await advanceMediaItem(tx, { kind: 'photo', id });
  }
}

async function setAudience({ tx, rows }: LockedPhotos, audience: PhotoRow['audience']): Promise<void> {
  if (rows.some(({ galleryId }) => galleryId !== null))
    throw invalid(
      'audience',
      'Who can see a photo in a gallery depends on the gallery. Choose photos that aren’t in one.',
    );
  await tx.db
    .update(photos)
    .set({ audience, ...stamp(tx) })
    .where(
      inArray(
        photos.id,
        rows.map(({ id }) => id),
      ),
    );
}

function bulkMediaItem(bulk: PhotoBulk): (held: LockedPhotos) => Promise<unknown> {
  if (bulk.action === 'move') return (held) => movePhotos(held, bulk.galleryId);
  if (bulk.action === 'audience') return (held) => setAudience(held, bulk.audience);
  return { publish: publishPhotos, archive: archivePhotos, delete: deletePhotos }[bulk.action];
}

/**
 * Applies one action to many photos, or to none if it fails for one.
 * @throws AppError 403, 409, 422
 */
export async function changeMany(ctx: UserCtx, bulk: PhotoBulk): Promise<{ changed: number }> {
  const photoIds = [...new Set(bulk.photoIds)];
  const missing = () => invalid('photoIds', 'One of these photos isn’t there anymore. Reload the list.');
  const work = bulkMediaItem(bulk);
  await changePhotos(
    ctx,
    { photoIds, missing, into: bulk.action === 'move' ? bulk.galleryId : undefined },
    async (held) => void (await work(held)),
  );
  return { changed: photoIds.length };
}
