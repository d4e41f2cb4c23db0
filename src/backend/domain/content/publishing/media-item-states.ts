import { and, eq, sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import type { SharedKind } from '#contract/content/co-creators.ts';
import type { MediaItemState } from '#contract/core/schemas.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { coCreators } from '../../../db/schema/media-items.ts';
import { galleries, photos } from '../../../db/schema/galleries.ts';
import { videos } from '../../../db/schema/videos.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { unblocked } from '../../base/access/block-rules.ts';
import { isTakenDown, takenDownError } from '../../base/access/taken-down.ts';
import { addToCreatorCounts } from '../../people/accounts/creator-counts.ts';
import { advance } from '../media-items/advance.ts';
import { countGallery, countPhoto } from '../media-items/gallery-counts.ts';
import { type ItemRow, type ItemStates, itemStates } from '../media-items/item-states.ts';
import { type MediaItem, loadFilesState, pendingStates, publishingState } from '../media-items/publishing.ts';

interface Row extends ItemRow {
  readonly title: string;
  readonly state: MediaItemState;
  readonly scheduledAt: Date | null;
  readonly fileId?: string | null;
  /** Of a photo in a gallery, which is published with it. */
  readonly galleryId?: string | null;
}

/** What all three kinds do with a new state. */
const onState = (kind: SharedKind) => ({
  changes: (_tx: Ctx, _row: Row, next: MediaItemState) => (next === 'published' ? { scheduledAt: null } : {}),
  async onChange(tx: Ctx, { id, scheduledAt }: Row, next: MediaItemState): Promise<void> {
    if (next === 'scheduled' && scheduledAt)
      await enqueue(tx, {
        kind: 'publish-media-item',
        payload: { kind, id },
        runAt: scheduledAt,
        dedupeKey: `publish:${id}:${scheduledAt.getTime()}`,
      });
  },
});

export const videoStates = itemStates<typeof videos.$inferSelect>({
  table: videos,
  // A single video counts among all videos (including those in posts) and among single ones.
  count: (tx, { performerId }, by) => addToCreatorCounts(tx, performerId, { videos: by, singleVideos: by }),
  ...onState('video'),
});
export const galleryStates = itemStates<typeof galleries.$inferSelect>({
  table: galleries,
  count: countGallery,
  ...onState('gallery'),
});
export const photoStates = itemStates<typeof photos.$inferSelect>({
  table: photos,
  count: countPhoto,
  ...onState('photo'),
});

/** Whether a tagged creator hasn't responded. One who has blocked, or was blocked by, the owner isn't waited for. */
async function isAwaited(tx: Ctx, { kind, id }: MediaItem, ownerId: string): Promise<boolean> {
  const open = await tx.db
    .select({ id: coCreators.performerId })
    .from(coCreators)
    .where(
      and(
        eq(coCreators.kind, kind),
        eq(coCreators.itemId, id),
        eq(coCreators.state, 'pending'),
        unblocked(coCreators.performerId, sql`${ownerId}::uuid`),
      ),
    )
    .limit(1);
  return open.length > 0;
}

/**
 * How far an item that its creator wants published gets: its file must be ready, all tagged creators must have accepted,
 * and its time must have come. Any other item stays as it is.
 * @throws AppError 409 for the creator of an item that was taken down; jobs leave it alone.
 */
async function dueState(tx: Ctx, kind: SharedKind, row: Row): Promise<MediaItemState> {
  if (!pendingStates.includes(row.state)) return row.state;
  const fileIds = row.fileId ? [row.fileId] : [];
  if (await isTakenDown(tx, { kind, ids: [row.id], fileIds })) {
    if (tx.viewer) throw takenDownError();
    return row.state;
  }
  const next = publishingState(row, await loadFilesState(tx, fileIds), now(tx));
  const couldOpen = next === 'scheduled' || next === 'published';
  const waits = couldOpen && !row.galleryId && (await isAwaited(tx, { kind, id: row.id }, row.performerId));
  return waits ? 'waiting' : next;
}

const pages: Record<SharedKind, (id: string) => string> = {
  video: routes.video,
  gallery: routes.gallery,
  photo: () => routes.creatorPhotos,
};

function describeNews(kind: SharedKind, { id, title, galleryId }: Row, state: MediaItemState) {
  // The gallery of a photo may not be published.
  if (state !== 'failed' && (state !== 'published' || galleryId)) return null;
  const name = title || `Your ${kind}`;
  const text =
    state === 'published'
      ? `“${name}” is published.`
      : `“${name}” couldn’t be processed. Open it to see why.`;
  return { kind: `${kind}-${state}`, text, href: pages[kind](id) };
}

export const mediaItemStates: Readonly<Record<SharedKind, ItemStates<Row>>> = {
  video: videoStates,
  gallery: galleryStates,
  photo: photoStates,
};

/**
 * Advances a video, gallery or photo.
 * @throws AppError 409 for the creator of an item that was taken down; jobs leave it alone.
 */
export async function advanceMediaItem(tx: Ctx, { kind, id }: MediaItem): Promise<void> {
  await advance(
    tx,
    {
      states: mediaItemStates[kind],
      dueState: (_, row) => dueState(tx, kind, row),
      news: (row, state) => describeNews(kind, row, state),
    },
    id,
  );
}
