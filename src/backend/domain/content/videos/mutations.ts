import type { Tokens } from '#lib/units.ts';
import { distinctTags } from '#lib/markup/tags-and-mentions.ts';
import { and, eq, ne } from 'drizzle-orm';
import { refuseStale } from '../../../kernel/versions.ts';
import type { VideoFile, VideoUpdate } from '#contract/content/videos.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { videos, watchProgress } from '../../../db/schema/videos.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { resetApprovals, dropTags, tagCoCreators } from '../media-items/co-creator-tags.ts';
import { dropFiles } from '../../base/files/claims.ts';
import { saleOf } from '../media-items/pricing.ts';
import { isSold } from '../../base/ledger/sales.ts';
import { type Taken, claimTaken, cutTeaser, lockFiles } from './files.ts';
import { advanceMediaItem, videoStates } from '../publishing/media-item-states.ts';
import { refuseMissingReleases } from '../media-items/releases.ts';
import { forgetObject } from '../media-items/objects.ts';
import { type Wanted, resolveState } from '../media-items/publishing.ts';
import { refuseUnapproved } from '../../people/accounts/approval/refuse-unapproved.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';
import { requestedSchedule } from '../media-items/scheduling.ts';
import { lockName } from '../../../kernel/advisory-lock.ts';

type Video = typeof videos.$inferSelect;
const mediaItemRef = (id: string) => ({ kind: 'video', id }) as const;

export interface NewVideo {
  readonly title: string;
  readonly description: string;
  readonly tags: string[];
  readonly audience: Video['audience'];
  readonly price: Tokens;
  readonly includedInSubscription: boolean;
  readonly commentsEnabled: boolean;
  readonly coCreatorIds: readonly string[];
  readonly scheduledAt: Date | null;
  readonly state: Exclude<Wanted, 'archived'>;
  readonly teaserSeconds?: number | undefined;
}

/**
 * When the video is to be published: unchanged unless another time is given.
 * @throws AppError 422
 */
function resolveTime(tx: UserCtx, video: Video, given: string | null | undefined): Date | null {
  if (given && video.state === 'published')
    throw invalid('scheduledAt', 'This is already published. To schedule it, archive it first.');
  return requestedSchedule(tx, video, given);
}

/**
 * Creates a video from uploaded files and returns its id.
 * @throws AppError 403 before the profile is approved, 422.
 */
export function createVideo(
  ctx: UserCtx,
  taken: Taken,
  { coCreatorIds, teaserSeconds, state, ...video }: NewVideo,
): Promise<string> {
  return transaction(ctx, async (tx) => {
    await claimTaken(tx, taken);
    const creator = await lockCreator(tx, tx.viewer.id);
    if (state === 'published') refuseUnapproved(creator);
    const id = tx.ports.ids();
    const moment = now(tx);
    const fileId = taken.video ?? null;
    const teaserId = taken.teaser ?? (await cutTeaser(tx, fileId, teaserSeconds));
    await tx.db.insert(videos).values({
      ...video,
      tags: distinctTags(video.tags),
      ...saleOf(video),
      id,
      performerId: tx.viewer.id,
      fileId,
      thumbnailId: taken.thumbnail ?? null,
      teaserId,
      state: state === 'published' ? 'processing' : 'draft',
      createdAt: moment,
      updatedAt: moment,
    });
    await tagCoCreators(tx, mediaItemRef(id), { title: video.title, ids: coCreatorIds });
    await advanceMediaItem(tx, mediaItemRef(id));
    return id;
  });
}

/** SQL condition: the viewer's own video with this id, not removed. */
export const ownVideoIs = (tx: UserCtx, id: string) =>
  and(eq(videos.id, id), eq(videos.performerId, tx.viewer.id), ne(videos.state, 'removed'));

/**
 * Locks the viewer's own video with its files and creator, in the same order as changes of files: files,
 * creator, item. An advisory lock serializes changes to one video from the start, so that the second sees the
 * files the first left. `coming` are the files to be added.
 * @throws AppError 404
 */
export async function lockOwn(tx: UserCtx, id: string, coming: Taken = {}): Promise<Video> {
  await lockName(tx, id);
  const [before] = await tx.db
    .select({ fileId: videos.fileId, thumbnailId: videos.thumbnailId, teaserId: videos.teaserId })
    .from(videos)
    .where(ownVideoIs(tx, id));
  if (!before) throw notFound();
  await lockFiles(tx, [before.fileId, before.thumbnailId, before.teaserId, ...Object.values(coming)]);
  await claimTaken(tx, coming);
  await lockCreator(tx, tx.viewer.id);
  const [row] = await tx.db.select().from(videos).where(ownVideoIs(tx, id)).for('update');
  if (!row) throw notFound();
  return row;
}

/** Replaces files; the caller drops the old ones. */
async function newFiles(
  tx: UserCtx,
  video: Video,
  { taken, teaserSeconds }: { taken: Taken; teaserSeconds: number | undefined },
) {
  const fileId = taken.video ?? video.fileId;
  if (taken.video && video.fileId && (await isSold(tx, 'video', video.id)))
    throw conflict('Someone bought this video, so you can’t change it.');
  if (taken.teaser && teaserSeconds !== undefined)
    throw invalid('teaserSeconds', 'Upload a teaser or generate one, not both.');
  const teaserId = taken.teaser ?? (await cutTeaser(tx, fileId, teaserSeconds)) ?? video.teaserId;
  const wanted = { fileId, teaserId, thumbnailId: taken.thumbnail ?? video.thumbnailId };
  const dropped = (Object.keys(wanted) as (keyof typeof wanted)[])
    .map((name) => (wanted[name] === video[name] ? null : video[name]))
    .filter((id) => id !== null);
  return { wanted, dropped };
}

/**
 * The state before `advance` decides how far the video gets. A published one stays published unless its video
 * file was replaced.
 */
async function nextState(
  tx: UserCtx,
  video: Video,
  { asked, fileId }: { asked: Wanted | undefined; fileId: string | null },
): Promise<Video['state']> {
  const wanted = resolveState(video.state, asked);
  if (wanted !== 'published') return wanted;
  if (fileId === null) throw invalid('fileId', 'Add the video first.');
  if (video.state === 'published' && fileId === video.fileId) return 'published';
  refuseUnapproved(await lockCreator(tx, tx.viewer.id));
  await refuseMissingReleases(tx, mediaItemRef(video.id));
  return 'processing';
}

/**
 * Updates the viewer's own video. One that was bought keeps its file.
 * @throws AppError 404, 409 when it was sold or can't be unpublished, 422.
 */
export function updateVideo(ctx: UserCtx, id: string, change: VideoUpdate): Promise<void> {
  return transaction(ctx, async (tx) => {
    const {
      coCreatorIds,
      scheduledAt,
      state: asked,
      teaserSeconds,
      fileId,
      thumbnailId,
      teaserId,
      ...fields
    } = change;
    const taken: Taken = { video: fileId, thumbnail: thumbnailId, teaser: teaserId };
    const video = await lockOwn(tx, id, taken);
    refuseStale(tx, video);
    const time = resolveTime(tx, video, scheduledAt);
    const { wanted, dropped } = await newFiles(tx, video, { taken, teaserSeconds });
    const state = await nextState(tx, video, { asked, fileId: wanted.fileId });
    if (taken.video) await resetApprovals(tx, mediaItemRef(id));
    if (coCreatorIds)
      await tagCoCreators(tx, mediaItemRef(id), { title: fields.title ?? video.title, ids: coCreatorIds });
    await tx.db
      .update(videos)
      .set({
        ...fields,
        tags: fields.tags && distinctTags(fields.tags),
        ...saleOf(fields, video),
        ...wanted,
        scheduledAt: time,
        updatedAt: now(tx),
      })
      .where(eq(videos.id, id));
    // Replacing a published video's file unpublishes it until the new file is ready.
    if (state !== video.state) await videoStates.setState(tx, video, state);
    await dropFiles(tx, dropped);
    await advanceMediaItem(tx, mediaItemRef(id));
  });
}

const fileColumns = { video: 'fileId', thumbnail: 'thumbnailId', teaser: 'teaserId' } as const;

/**
 * Removes one file from the viewer's own video. Without its main file, the video becomes a draft.
 * @throws AppError 404, 409 when the video was bought.
 */
export function removeVideoFile(ctx: UserCtx, id: string, type: VideoFile): Promise<void> {
  return transaction(ctx, async (tx) => {
    const video = await lockOwn(tx, id);
    const fileId = video[fileColumns[type]];
    if (fileId === null) throw notFound();
    const isFilm = type === 'video';
    if (isFilm && (await isSold(tx, 'video', id)))
      throw conflict(
        'Someone bought this video, so you can’t remove it. You can archive it or delete it for everyone else.',
      );
    await tx.db
      .update(videos)
      .set({ [fileColumns[type]]: null, updatedAt: now(tx) })
      .where(eq(videos.id, id));
    if (isFilm) await videoStates.setState(tx, video, 'draft');
    await dropFiles(tx, [fileId]);
  });
}

/** Deletes the viewer's own video with its files. One that was bought is kept for its buyers only. */
export function deleteVideo(ctx: UserCtx, id: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const video = await lockOwn(tx, id);
    await dropTags(tx, mediaItemRef(id));
    if (await isSold(tx, 'video', id)) return videoStates.setState(tx, video, 'removed');
    if (video.state === 'published') await videoStates.setState(tx, video, 'archived');
    await tx.db.delete(watchProgress).where(eq(watchProgress.videoId, id));
    await forgetObject(tx, 'video', { id, ownerId: video.performerId });
    await tx.db.delete(videos).where(eq(videos.id, id));
    await dropFiles(
      tx,
      [video.fileId, video.thumbnailId, video.teaserId].filter((fileId) => fileId !== null),
    );
  });
}
