import { and, count, eq, ne } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { feeds } from '../../../db/schema/posts.ts';
import { conflict } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { findMentions } from '#lib/markup/references.ts';
import { alertedOfPosts } from '../../base/access/interested.ts';
import { addToCreatorCounts } from '../../people/accounts/creator-counts.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';
import { type FilesState, countKinds, fileIdsOf } from './files.ts';

export type PostRecord = typeof feeds.$inferSelect;
type State = Post['state'];

/** A post past its end is expired even before the job has updated its state. */
export const stateAt = (
  { state, expiresAt }: Pick<PostRecord, 'state' | 'expiresAt'>,
  moment: Date,
): State => (state === 'published' && expiresAt !== null && expiresAt <= moment ? 'expired' : state);

/** The state of a post its creator wants published. */
export function stateOnPublishing(
  { scheduledAt }: Pick<PostRecord, 'scheduledAt'>,
  { failed, waiting }: FilesState,
  moment: Date,
): State {
  if (failed !== null) return 'failed';
  if (waiting) return 'processing';
  return scheduledAt !== null && scheduledAt > moment ? 'scheduled' : 'published';
}

/** How many other posts of the creator are pinned. */
async function pinnedBeside(
  tx: Ctx,
  { id, performerId }: Pick<PostRecord, 'id' | 'performerId'>,
): Promise<number> {
  const [row] = await tx.db
    .select({ pinned: count() })
    .from(feeds)
    .where(
      and(
        eq(feeds.performerId, performerId),
        eq(feeds.state, 'published'),
        eq(feeds.pinned, true),
        ne(feeds.id, id),
      ),
    );
  return row?.pinned ?? 0;
}

/** @throws AppError 409 when the creator has the maximum number of pinned posts. */
export async function refuseTooManyPinned(
  tx: Ctx,
  post: Pick<PostRecord, 'id' | 'performerId'>,
): Promise<void> {
  if ((await pinnedBeside(tx, post)) >= limits.pinnedPosts)
    throw conflict(`You can pin ${limits.pinnedPosts} posts. Unpin one first.`);
}

/** Queues the job that runs at exactly that time; if it is lost, the recurring sweep finds the post. */
async function enqueueAnnouncement(tx: Ctx, { id, performerId }: PostRecord): Promise<void> {
  const [someone] = await alertedOfPosts(tx, performerId, { after: null, limit: 1 });
  if (someone !== undefined)
    await enqueue(tx, { kind: 'post-announce', payload: { feedId: id, after: null } });
}

/** Queues the job that tells the people whom a published post mentions. */
export async function enqueueMentions(tx: Ctx, { id, text }: Pick<PostRecord, 'id' | 'text'>): Promise<void> {
  if (findMentions(text).length > 0) await enqueue(tx, { kind: 'post-mentions', payload: { feedId: id } });
}

async function enqueueDue(tx: Ctx, feedId: string, runAt: Date | null): Promise<void> {
  if (runAt)
    await enqueue(tx, {
      kind: 'publish-due-post',
      payload: { feedId },
      runAt,
      dedupeKey: `publish-due-post:${feedId}:${runAt.getTime()}`,
    });
}

/**
 * When a post counts as published: for a scheduled one, its scheduled time, however late the job runs. A
 * restored post keeps its original time.
 */
const publishedAtOf = ({ state, publishedAt, scheduledAt }: PostRecord, moment: Date): Date =>
  publishedAt ??
  (state === 'scheduled' && scheduledAt !== null && scheduledAt <= moment ? scheduledAt : moment);

/**
 * Only published posts are pinned. If the maximum is reached when a post is published automatically, it is
 * published unpinned.
 */
const staysPinned = async (tx: Ctx, post: PostRecord, next: State): Promise<boolean> =>
  post.pinned &&
  !['archived', 'expired', 'removed'].includes(next) &&
  (next !== 'published' || (await pinnedBeside(tx, post)) < limits.pinnedPosts);

/**
 * Changes a post's state with everything that depends on it: counters, publication time, pin, and the next
 * job. `post` is the current row, locked together with its creator's.
 */
export async function setPostState(tx: Ctx, post: PostRecord, next: State): Promise<void> {
  const moment = now(tx);
  const by = (next === 'published' ? 1 : 0) - (post.state === 'published' ? 1 : 0);
  const out = next === 'published' ? { publishedAt: publishedAtOf(post, moment), scheduledAt: null } : {};
  await tx.db
    .update(feeds)
    .set({ state: next, pinned: await staysPinned(tx, post, next), ...out, updatedAt: moment })
    .where(eq(feeds.id, post.id));
  if (by !== 0) {
    const { photos, videos } = await countKinds(tx, await fileIdsOf(tx, post.id));
    await addToCreatorCounts(tx, post.performerId, { feeds: by, photos: by * photos, videos: by * videos });
  }
  if (next === 'published' && post.publishedAt === null) {
    await enqueueAnnouncement(tx, post);
    await enqueueMentions(tx, post);
  }
  if (next === 'scheduled') await enqueueDue(tx, post.id, post.scheduledAt);
  if (next === 'published') await enqueueDue(tx, post.id, post.expiresAt);
}

/** Where an operator's decision puts something: out of sight for now, or for good. */
export type TakenDownState = 'archived' | 'removed';

/** Locks a post and its creator's row. Null when the post is gone. */
export async function lockPost(tx: Ctx, id: string): Promise<PostRecord | null> {
  const [seen] = await tx.db.select({ performerId: feeds.performerId }).from(feeds).where(eq(feeds.id, id));
  if (!seen) return null;
  await lockCreator(tx, seen.performerId);
  const [post] = await tx.db.select().from(feeds).where(eq(feeds.id, id)).for('update');
  return post ?? null;
}

/** Takes a post down for an operator. Returns the state it was in; null when it doesn't exist anymore. */
export async function takeDownPost(tx: Ctx, id: string, next: TakenDownState): Promise<State | null> {
  const post = await lockPost(tx, id);
  if (post && post.state !== 'removed') await setPostState(tx, post, next);
  return post?.state ?? null;
}

/** Undoes `takeDownPost`, unless the creator has changed or deleted the post meanwhile. */
export async function putBackPost(
  tx: Ctx,
  id: string,
  { from, to }: { from: TakenDownState; to: State },
): Promise<boolean> {
  const post = await lockPost(tx, id);
  if (post?.state !== from) return false;
  await setPostState(tx, post, to);
  return true;
}
