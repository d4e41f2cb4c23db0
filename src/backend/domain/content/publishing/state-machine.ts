import { type SQL, sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import type { SharedKind } from '#contract/content/co-creators.ts';
import type { MediaItemState } from '#contract/core/schemas.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { unblocked } from '../../base/access/block-rules.ts';
import { fileTakenDown, itemTakenDown, takenDownError } from '../../base/access/taken-down.ts';
import { addToCreatorCounts } from '../../people/accounts/creator-counts.ts';
import { adjustPublishedCount, lockGalleries, recount } from '../media-items/gallery-counts.ts';
import { notify } from '../../people/notifications/notify.ts';
import {
  type Readiness,
  type MediaItem,
  addToCount,
  pendingStates,
  publishingState,
} from '../media-items/publishing.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';

export const tableOf: Record<SharedKind, SQL> = {
  video: sql`videos`,
  gallery: sql`galleries`,
  photo: sql`photos`,
};
const pages: Record<SharedKind, (id: string) => string> = {
  video: routes.video,
  gallery: routes.gallery,
  photo: () => routes.creatorPhotos,
};

interface Row {
  performer_id: string;
  title: string;
  state: MediaItemState;
  scheduled_at: string | null;
  file: Readiness['file'];
  /** Of a photo in a gallery, which is published with it. */
  gallery_id: string | null;
  awaited: boolean;
  taken: boolean;
}

/**
 * SQL condition: a tagged creator hasn't responded. One who has blocked, or was blocked by, the owner isn't
 * waited for.
 */
const isAwaited = (item: MediaItem): SQL => sql`EXISTS (
  SELECT 1 FROM co_creators c WHERE c.kind = ${item.kind} AND c.item_id = w.id AND c.state = 'pending' AND ${unblocked(sql`c.performer_id`, sql`w.performer_id`)})`;

async function lockMediaItem(tx: Ctx, item: MediaItem): Promise<Row | null> {
  const [owner] = await fetchRows<Pick<Row, 'performer_id'>>(
    tx.db.execute(sql`SELECT performer_id FROM ${tableOf[item.kind]} WHERE id = ${item.id}`),
  );
  if (!owner) return null;
  await lockCreator(tx, owner.performer_id);
  const file =
    item.kind === 'gallery' ? sql`NULL` : sql`(SELECT f.state FROM files f WHERE f.id = w.file_id)`;
  const [row] = await fetchRows<Row>(
    tx.db.execute(sql`
    SELECT w.performer_id, w.title, w.state, w.scheduled_at, ${file} AS file, ${isAwaited(item)} AS awaited,
      ${item.kind === 'photo' ? sql`w.gallery_id` : sql`NULL`} AS gallery_id,
      ${itemTakenDown(item.kind, sql`w.id`)} OR ${item.kind === 'gallery' ? sql`false` : fileTakenDown(sql`w.file_id`)} AS taken
    FROM ${tableOf[item.kind]} w WHERE w.id = ${item.id} FOR UPDATE OF w`),
  );
  return row ?? null;
}

/** An item that is to be published, locked; null for any other, and for jobs one that was taken down. */
async function lockPending(tx: Ctx, item: MediaItem): Promise<Row | null> {
  const row = await lockMediaItem(tx, item);
  if (!row || !pendingStates.includes(row.state)) return null;
  if (row.taken && tx.viewer) throw takenDownError();
  return row.taken ? null : row;
}

/** Counts the photos of a gallery anew, on its creator's profile too. */
async function recountGallery(tx: Ctx, galleryId: string): Promise<void> {
  const [before] = await lockGalleries(tx, [galleryId]);
  const [after] = await recount(tx, [galleryId]);
  if (before && after?.state === 'published')
    await addToCreatorCounts(tx, after.performerId, { photos: after.numOfItems - before.numOfItems });
}

/** Counts a published item on its creator's profile. */
async function count(tx: Ctx, { kind, id }: MediaItem, row: Row): Promise<void> {
  if (kind === 'video') await addToCount(tx, row.performer_id, { what: 'videos', by: 1 });
  else await adjustPublishedCount(tx, { kind, id });
  if (row.gallery_id !== null) await recountGallery(tx, row.gallery_id);
}

/**
 * Advances an item that its creator wants published as far as possible: its file must be ready, all tagged
 * creators must have accepted, and its time must have come. Leaves any other item alone. Call it after each
 * of these changes; it also updates counters and sends notifications.
 * @throws AppError 409 for the creator of an item that was taken down; jobs leave it alone.
 */
export async function advance(tx: Ctx, item: MediaItem): Promise<void> {
  const row = await lockPending(tx, item);
  if (!row) return;
  // Read the clock after waiting for the lock.
  const moment = now(tx);
  const scheduledAt = row.scheduled_at === null ? null : new Date(row.scheduled_at);
  const isAwaited = row.awaited && row.gallery_id === null;
  const next = publishingState({ file: row.file, isAwaited, scheduledAt, moment });
  if (next === 'scheduled' && scheduledAt)
    await enqueue(tx, {
      kind: 'publish-media-item',
      payload: item,
      runAt: scheduledAt,
      dedupeKey: `publish:${item.id}:${scheduledAt.getTime()}`,
    });
  if (next === row.state) return;
  const stamp = sql`${moment.toISOString()}::timestamptz`;
  const published =
    next === 'published'
      ? sql`, published_at = coalesce(published_at, ${stamp}), scheduled_at = NULL`
      : sql``;
  await tx.db.execute(
    sql`UPDATE ${tableOf[item.kind]} SET state = ${next}, updated_at = ${stamp} ${published} WHERE id = ${item.id}`,
  );
  if (next === 'published') await count(tx, item, row);
  await notifyCreator(tx, item, { ...row, state: next });
}

/** Notifies the creator, unless they just did it themselves. */
async function notifyCreator(
  tx: Ctx,
  item: MediaItem,
  { performer_id: creator, title, state, gallery_id: galleryId }: Row,
): Promise<void> {
  if (tx.viewer?.id === creator || (state !== 'published' && state !== 'failed')) return;
  // Its gallery may not be published.
  if (galleryId !== null && state === 'published') return;
  const name = title || `Your ${item.kind}`;
  const text =
    state === 'published'
      ? `“${name}” is published.`
      : `“${name}” couldn’t be processed. Open it to see why.`;
  await notify(tx, {
    to: creator,
    type: 'media',
    kind: `${item.kind}-${state}`,
    text,
    href: pages[item.kind](item.id),
  });
}

async function setMediaItemState(
  tx: Ctx,
  item: MediaItem,
  row: Row & { next: MediaItemState },
): Promise<void> {
  const { state, next } = row;
  const by = Number(next === 'published') - Number(state === 'published');
  if (by !== 0 && item.kind === 'video') await addToCount(tx, row.performer_id, { what: 'videos', by });
  if (by !== 0 && item.kind !== 'video')
    await adjustPublishedCount(tx, { kind: item.kind, id: item.id }, by === 1 ? 1 : -1);
  await tx.db.execute(
    sql`UPDATE ${tableOf[item.kind]} SET state = ${next}, updated_at = ${now(tx).toISOString()}::timestamptz WHERE id = ${item.id}`,
  );
  if (by !== 0 && row.gallery_id !== null) await recountGallery(tx, row.gallery_id);
}

/** Takes an item down for an operator. Returns the state it was in; null when it doesn't exist anymore. */
export async function takeDownMediaItem(
  tx: Ctx,
  item: MediaItem,
  next: 'archived' | 'removed',
): Promise<MediaItemState | null> {
  const row = await lockMediaItem(tx, item);
  if (row && row.state !== 'removed') await setMediaItemState(tx, item, { ...row, next });
  return row?.state ?? null;
}

/** Undoes `takeDownMediaItem`, unless the creator has changed or deleted the item meanwhile. */
export async function putBackMediaItem(
  tx: Ctx,
  item: MediaItem,
  { from, to }: { from: 'archived' | 'removed'; to: MediaItemState },
): Promise<boolean> {
  const row = await lockMediaItem(tx, item);
  if (row?.state !== from) return false;
  await setMediaItemState(tx, item, { ...row, next: to });
  return true;
}
