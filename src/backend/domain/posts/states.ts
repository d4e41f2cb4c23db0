import { and, count, eq, ne } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { Post } from '#contract/posts.ts';
import { type Ctx, now } from '../../kernel/context.ts';
import { performers } from '../../db/schema/creators.ts';
import { feeds } from '../../db/schema/posts.ts';
import { conflict, notAllowed, notFound } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/job-queue.ts';
import { addToCreatorCounts } from '../accounts/creator-counts.ts';
import { type FilesState, countKinds, fileIdsOf } from './files.ts';

export type PostRecord = typeof feeds.$inferSelect;
type State = Post['state'];

/** A post past its end has expired, whether or not the job has written so yet. */
export const stateAt = (
  { state, expiresAt }: Pick<PostRecord, 'state' | 'expiresAt'>,
  moment: Date,
): State => (state === 'published' && expiresAt !== null && expiresAt <= moment ? 'expired' : state);

/** What becomes of a post that its creator wants to be out. */
export function stateOnPublishing(
  { scheduledAt }: Pick<PostRecord, 'scheduledAt'>,
  { failed, waiting }: FilesState,
  moment: Date,
): State {
  if (failed !== null) return 'failed';
  if (waiting) return 'processing';
  return scheduledAt !== null && scheduledAt > moment ? 'scheduled' : 'published';
}

/**
 * Holds a creator's row to the end of the transaction: counts and the number of pinned posts change one after
 * the other. Before the post, always.
 */
export async function lockPerformer(tx: Ctx, performerId: string): Promise<typeof performers.$inferSelect> {
  const [row] = await tx.db
    .select()
    .from(performers)
    .where(eq(performers.accountId, performerId))
    .for('no key update');
  if (!row) throw notFound();
  return row;
}

/** How many other posts of the creator stand at the top. */
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

/** @throws AppError 403 for a creator whose profile isn't approved. */
export function refuseUnapproved({ verified, verifiedReason }: typeof performers.$inferSelect): void {
  if (verified === 'approved') return;
  if (verified === 'pending')
    throw notAllowed('Your profile is still under review. You can publish once it’s approved.');
  // The operator's reason may or may not be a whole sentence.
  const reason = verifiedReason?.trim().replace(/[.\s]+$/, '');
  throw notAllowed(
    `Your profile was not approved${reason ? `: ${reason}` : ''}. Send your documents again to publish.`,
  );
}

/** @throws AppError 409 when the creator has as many posts at the top as there may be. */
export async function refuseTooManyPinned(
  tx: Ctx,
  post: Pick<PostRecord, 'id' | 'performerId'>,
): Promise<void> {
  if ((await pinnedBeside(tx, post)) >= limits.pinnedPosts)
    throw conflict(`You can pin ${limits.pinnedPosts} posts. Unpin one first.`);
}

/** Wakes up at the moment itself; the sweep finds what slept through it. */
async function enqueueDue(tx: Ctx, feedId: string, runAt: Date | null): Promise<void> {
  if (runAt)
    await enqueue(tx, {
      kind: 'feed-due',
      payload: { feedId },
      runAt,
      dedupeKey: `feed-due:${feedId}:${runAt.getTime()}`,
    });
}

/**
 * Of a scheduled post the moment it was meant to be out, however late the job is; taken down and put back it
 * keeps its place.
 */
const publishedAtOf = ({ state, publishedAt, scheduledAt }: PostRecord, moment: Date): Date =>
  publishedAt ??
  (state === 'scheduled' && scheduledAt !== null && scheduledAt <= moment ? scheduledAt : moment);

/** Only what is out is pinned. Where the top is full when a post goes out by itself, it goes out unpinned. */
const staysPinned = async (tx: Ctx, post: PostRecord, next: State): Promise<boolean> =>
  post.pinned &&
  !['archived', 'expired', 'removed'].includes(next) &&
  (next !== 'published' || (await pinnedBeside(tx, post)) < limits.pinnedPosts);

/**
 * Moves a post to another state, with everything that goes with it: counts, place, pin and the job for what
 * comes next. Its row and its creator's are held; `post` is the row as it stands.
 */
export async function movePost(tx: Ctx, post: PostRecord, next: State): Promise<void> {
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
  if (next === 'scheduled') await enqueueDue(tx, post.id, post.scheduledAt);
  if (next === 'published') await enqueueDue(tx, post.id, post.expiresAt);
}
