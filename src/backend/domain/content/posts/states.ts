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
import { itemStates } from '../media-items/item-states.ts';
import { countKinds, fileIdsOf } from './files.ts';

export type PostRecord = typeof feeds.$inferSelect;
type State = Post['state'];

/** A post past its end is expired even before the job has updated its state. */
export const stateAt = (
  { state, expiresAt }: Pick<PostRecord, 'state' | 'expiresAt'>,
  moment: Date,
): State => (state === 'published' && expiresAt !== null && expiresAt <= moment ? 'expired' : state);

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
const publicationTime = ({ state, publishedAt, scheduledAt }: PostRecord, moment: Date): Date =>
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

/** A post's photos and videos are counted with it. */
async function countPost(tx: Ctx, { id, performerId }: PostRecord, by: 1 | -1): Promise<void> {
  const { photos, videos } = await countKinds(tx, await fileIdsOf(tx, id));
  await addToCreatorCounts(tx, performerId, { feeds: by, photos: by * photos, videos: by * videos });
}

async function onChange(tx: Ctx, post: PostRecord, next: State): Promise<void> {
  if (next === 'published' && post.publishedAt === null) {
    await enqueueAnnouncement(tx, post);
    await enqueueMentions(tx, post);
  }
  if (next === 'scheduled') await enqueueDue(tx, post.id, post.scheduledAt);
  if (next === 'published') await enqueueDue(tx, post.id, post.expiresAt);
}

export const postStates = itemStates<PostRecord>({
  table: feeds,
  count: countPost,
  changes: async (tx, post, next) => ({
    pinned: await staysPinned(tx, post, next),
    ...(next === 'published' && { publishedAt: publicationTime(post, now(tx)), scheduledAt: null }),
  }),
  onChange,
});
