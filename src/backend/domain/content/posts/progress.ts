import { and, eq } from 'drizzle-orm';
import { postProgress } from '../../../db/schema/posts.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { notFound } from '../../../kernel/errors.ts';
import { isUnfinished } from '../media-items/playback.ts';
import { viewPost } from './viewing.ts';

/** Forgets how far the viewer played a file of a post. */
export async function forgetPostProgress(ctx: UserCtx, fileId: string): Promise<void> {
  await ctx.db
    .delete(postProgress)
    .where(and(eq(postProgress.accountId, ctx.viewer.id), eq(postProgress.fileId, fileId)));
}

/**
 * Saves how far the viewer played a video or recording of a post. A position near the end is cleared; those of
 * short files aren't kept.
 * @throws AppError 404 when the post is locked or doesn't exist, or has no such file.
 */
export async function savePostProgress(
  ctx: UserCtx,
  { id, fileId, seconds }: { id: string; fileId: string; seconds: number },
): Promise<{ progress: number | null }> {
  const post = await viewPost(ctx, id);
  const file = post.files.find(({ _id }) => _id === fileId);
  if (!post.access.allowed || !file) throw notFound();
  if (!isUnfinished(seconds, file.duration)) {
    await forgetPostProgress(ctx, fileId);
    return { progress: null };
  }
  const updatedAt = now(ctx);
  await ctx.db
    .insert(postProgress)
    .values({ accountId: ctx.viewer.id, feedId: id, fileId, seconds, updatedAt })
    .onConflictDoUpdate({
      target: [postProgress.accountId, postProgress.fileId],
      set: { feedId: id, seconds, updatedAt },
    });
  return { progress: seconds };
}
