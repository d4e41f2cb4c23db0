import { and, eq } from 'drizzle-orm';
import { type Ctx, type UserCtx, now } from '../../../kernel/context.ts';
import { files } from '../../../db/schema/files.ts';
import { videos, watchProgress } from '../../../db/schema/videos.ts';
import { notFound } from '../../../kernel/errors.ts';
import { loadAccessFacts, decideAccess } from '../../base/access/access.ts';
import { isUnfinished } from '../media-items/playback.ts';
import { toNetwork } from '../../../kernel/networks.ts';
import { asItem } from './presenters.ts';
import { addView } from './watching-query.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * A video the viewer may watch.
 * @throws AppError 404 when it is locked or doesn't exist.
 */
async function watchable(ctx: Ctx, id: string) {
  const [row] = await ctx.db.select().from(videos).where(eq(videos.id, id));
  if (!row) throw notFound();
  const item = asItem(row);
  const access = decideAccess(await loadAccessFacts(ctx, { items: [item] }), item);
  if (!access.allowed) throw notFound();
  return { row, isOwner: access.reason === 'owner' };
}

/** Identifies a viewer; for visitors, a hash, so that no IP address is stored. */
const viewerKey = (ctx: Ctx): string =>
  ctx.viewer?.id ??
  ctx.ports.crypto.sha256(`${toNetwork(ctx.request)}\n${ctx.request.userAgent}`).slice(0, 22);

/** Counts a view, once per viewer and day, but not the creator's own. */
export async function countView(ctx: Ctx, id: string): Promise<{ views: number }> {
  const { row, isOwner } = await watchable(ctx, id);
  if (isOwner) return { views: row.views };
  const moment = now(ctx);
  // Stored with the rate limits, which are deleted after they expire.
  const until = new Date(moment.getTime() + DAY_MS);
  const views = await addView(ctx.db, id, { key: `view:${id}:${viewerKey(ctx)}`, moment, until });
  return { views: views ?? row.views };
}

/** Forgets how far the viewer watched a video. */
export async function forgetVideoProgress(ctx: UserCtx, id: string): Promise<void> {
  await ctx.db
    .delete(watchProgress)
    .where(and(eq(watchProgress.accountId, ctx.viewer.id), eq(watchProgress.videoId, id)));
}

async function loadDuration(ctx: Ctx, fileId: string | null): Promise<number | null> {
  if (fileId === null) return null;
  const [file] = await ctx.db.select({ duration: files.duration }).from(files).where(eq(files.id, fileId));
  return file?.duration ?? null;
}

/**
 * Saves how far the viewer watched. A position near the end is cleared, so that the video starts over; those
 * of short videos aren't kept.
 */
export async function saveProgress(
  ctx: UserCtx,
  id: string,
  seconds: number,
): Promise<{ progress: number | null }> {
  const { row } = await watchable(ctx, id);
  if (!isUnfinished(seconds, await loadDuration(ctx, row.fileId))) {
    await forgetVideoProgress(ctx, id);
    return { progress: null };
  }
  const updatedAt = now(ctx);
  await ctx.db
    .insert(watchProgress)
    .values({ accountId: ctx.viewer.id, videoId: id, seconds, updatedAt })
    .onConflictDoUpdate({
      target: [watchProgress.accountId, watchProgress.videoId],
      set: { seconds, updatedAt },
    });
  return { progress: seconds };
}
