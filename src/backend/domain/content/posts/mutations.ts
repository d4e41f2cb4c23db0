import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { LinkCard } from '#contract/content/posts/link-cards.ts';
import { refuseStale } from '../../../kernel/versions.ts';
import type { PostUpdate } from '#contract/content/posts/posts.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import type { performers } from '../../../db/schema/creators.ts';
import { files } from '../../../db/schema/files.ts';
import { feeds, pollOptions, polls, pollVotes } from '../../../db/schema/posts.ts';
import { purchases } from '../../../db/schema/wallet.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { checkDates, dateOrNull, opensAt, stateAfter } from './changes.ts';
import { type NamedFiles, checkComplete, checkShape, claimContent } from './content.ts';
import { allFilesOf, countKinds, fileIdsOf, filesState, setFiles } from './files.ts';
import { changePoll, refuseEndedPoll } from './poll-editing.ts';
import { storedLink } from './link-cards.ts';
import { leaveSeries, setSeries } from './series/members.ts';
import { type PostRecord, enqueueMentions, postStates, refuseTooManyPinned } from './states.ts';
import { refuseUnapproved } from '../../people/accounts/approval/refuse-unapproved.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';
import { refuseTakenDown } from '../../base/access/taken-down.ts';
import { addToCreatorCounts } from '../../people/accounts/creator-counts.ts';
import { setAlts } from '../../base/files/alt-texts.ts';
import { dropFiles } from '../../base/files/claims.ts';
import { saleOf } from '../media-items/pricing.ts';
import { forgetObject } from '../media-items/objects.ts';

/* To prevent deadlocks, every transaction here and in `creating.ts` takes its locks in this order: files,
   creator, post, series. A file that becomes ready locks itself first and then the creator of each post that uses it. */

const ownPost = (tx: UserCtx, id: string) =>
  and(eq(feeds.id, id), eq(feeds.performerId, tx.viewer.id), ne(feeds.state, 'removed'));

/**
 * The viewer's own post as last committed.
 * @throws AppError 404, also for a removed one.
 */
async function readOwn(tx: UserCtx, id: string): Promise<PostRecord> {
  const [row] = await tx.db.select().from(feeds).where(ownPost(tx, id));
  if (!row) throw notFound();
  return row;
}

/**
 * Locks the viewer's own post until the end of the transaction, so that nobody buys it in the meantime.
 * @throws AppError 404
 */
async function lockOwn(tx: UserCtx, id: string): Promise<PostRecord> {
  const [row] = await tx.db.select().from(feeds).where(ownPost(tx, id)).for('update');
  if (!row) throw notFound();
  return row;
}

/** A change as it is stored. */
type Change = Omit<PostUpdate, 'linkCard'> & { readonly linkCard?: LinkCard | null };

/** Locks a post's files, before any other lock. */
async function holdFiles(tx: UserCtx, post: PostRecord): Promise<void> {
  const ids = await allFilesOf(tx, post);
  if (ids.length > 0)
    await tx.db
      .select({ id: files.id })
      .from(files)
      .where(inArray(files.id, ids))
      .orderBy(files.id)
      .for('update');
}

async function isSold(tx: UserCtx, id: string): Promise<boolean> {
  const bought = and(eq(purchases.kind, 'feed'), eq(purchases.itemId, id), isNull(purchases.reversedAt));
  return (await tx.db.select({ id: purchases.id }).from(purchases).where(bought).limit(1)).length > 0;
}

/** Claims the files a change adds, before the creator and the post are locked. */
async function claimAdded(tx: UserCtx, post: PostRecord, change: Change): Promise<void> {
  const { fileIds = [], thumbnailId = null, teaserId = null, linkCard } = change;
  checkShape(post.type, { fileIds, thumbnailId, teaserId, linkCard });
  const present = await fileIdsOf(tx, post.id);
  const added: NamedFiles = {
    fileIds: fileIds.filter((fileId) => !present.includes(fileId)),
    thumbnailId: thumbnailId === post.thumbnailId ? null : thumbnailId,
    teaserId: teaserId === post.teaserId ? null : teaserId,
  };
  await claimContent(tx, post.type, added);
  if (change.alts) await setAlts(tx, change.alts);
}

/** Replaces a post's files and returns the ids of those it no longer references. */
async function changeFiles(
  tx: UserCtx,
  post: PostRecord,
  { fileIds, thumbnailId = post.thumbnailId, teaserId = post.teaserId }: Change,
): Promise<string[]> {
  const replaced = [post.thumbnailId, post.teaserId].filter(
    (id) => id !== null && id !== thumbnailId && id !== teaserId,
  ) as string[];
  if (!fileIds) return replaced;
  const present = await fileIdsOf(tx, post.id);
  const dropped = present.filter((id) => !fileIds.includes(id));
  if (dropped.length > 0 && (await isSold(tx, post.id)))
    throw conflict(
      'Someone bought this post, so its files stay. You can add more, or delete the post for everyone else.',
    );
  const before = await countKinds(tx, present);
  await setFiles(tx, post.id, fileIds);
  const after = await countKinds(tx, fileIds);
  if (post.state === 'published')
    await addToCreatorCounts(tx, post.performerId, {
      photos: after.photos - before.photos,
      videos: after.videos - before.videos,
    });
  return [...replaced, ...dropped];
}

const willPublish = (state: PostRecord['state']): boolean =>
  state !== 'draft' && state !== 'archived' && state !== 'expired';

/** The row after the change, except its state. */
function changed(post: PostRecord, change: Change, moment: Date): PostRecord {
  const {
    fileIds: _files,
    alts: _alts,
    poll: _poll,
    seriesId: _series,
    state: _state,
    scheduledAt,
    expiresAt,
    ...plain
  } = change;
  const given = { scheduledAt: scheduledAt !== undefined, expiresAt: expiresAt !== undefined };
  const dates = {
    scheduledAt: given.scheduledAt ? dateOrNull(scheduledAt ?? null) : post.scheduledAt,
    expiresAt: given.expiresAt ? dateOrNull(expiresAt ?? null) : post.expiresAt,
  };
  if (dates.scheduledAt && given.scheduledAt && post.publishedAt)
    throw invalid('scheduledAt', 'This post is already published.');
  checkDates(dates, given, moment);
  return { ...post, ...plain, ...dates, ...saleOf(plain, post), updatedAt: moment };
}

/**
 * Checks that the changed post can be published: it must be complete, its creator approved, and its poll not
 * over before it starts.
 * @throws AppError 403, 422
 */
async function checkPublishable(
  tx: UserCtx,
  wanted: PostRecord,
  creator: typeof performers.$inferSelect,
): Promise<void> {
  checkComplete({ ...wanted, fileIds: await fileIdsOf(tx, wanted.id) });
  if (wanted.publishedAt) return;
  refuseUnapproved(creator);
  if (wanted.type === 'poll') await refuseEndedPoll(tx, wanted.id, opensAt(wanted, now(tx)));
}

/** Tells those whom the text of a published post mentions now. One that is published only now has told them. */
async function notifyOfEdit(tx: UserCtx, post: PostRecord, wanted: PostRecord): Promise<void> {
  if (post.publishedAt !== null && wanted.text !== post.text) await enqueueMentions(tx, wanted);
}

/** @throws AppError 409 for pinning what isn't published, or too many posts. */
async function checkPin(
  tx: UserCtx,
  post: PostRecord,
  { wanted, next, asked }: { wanted: PostRecord; next: PostRecord['state']; asked: boolean | undefined },
): Promise<void> {
  if (!willPublish(next) && asked && next !== 'draft')
    throw conflict('Only published posts can be pinned. Publish it first.');
  if (wanted.pinned && next === 'published' && !(post.pinned && post.state === 'published'))
    await refuseTooManyPinned(tx, wanted);
}

/**
 * Updates the viewer's own post. `state` publishes, archives, restores, or unpublishes it. A post that was
 * bought keeps its files.
 * @throws AppError 404, 409 when sold files would be removed, too many posts are pinned, or the transition is
 * impossible, 422.
 */
export function updatePost(ctx: UserCtx, id: string, { linkCard, ...asked }: PostUpdate): Promise<void> {
  return transaction(ctx, async (tx) => {
    const seen = await readOwn(tx, id);
    const change: Change = { ...asked, ...(await storedLink(tx, seen.type, linkCard)) };
    await holdFiles(tx, seen);
    await claimAdded(tx, seen, change);
    const creator = await lockCreator(tx, tx.viewer.id);
    const post = await lockOwn(tx, id);
    refuseStale(tx, post);
    const moment = now(tx);
    const wanted = changed(post, change, moment);
    const dropped = await changeFiles(tx, post, change);
    if (change.poll) await changePoll(tx, id, { plan: change.poll, opensAt: opensAt(wanted, moment) });
    await tx.db
      .update(feeds)
      .set({ ...wanted, state: post.state })
      .where(eq(feeds.id, id));
    if (change.seriesId !== undefined) await setSeries(tx, id, change.seriesId);
    const next = stateAfter(post, {
      post: wanted,
      asked: change.state,
      filesState: await filesState(tx, wanted),
      moment,
    });
    if (willPublish(next)) {
      await refuseTakenDown(tx, { kind: 'feed', ids: [id] });
      await checkPublishable(tx, wanted, creator);
    }
    await checkPin(tx, post, { wanted, next, asked: change.pinned });
    await postStates.setState(tx, wanted, next);
    await notifyOfEdit(tx, post, wanted);
    await dropFiles(tx, dropped);
  });
}

/**
 * Deletes the viewer's own post with its files. One that was bought is kept for its buyers only and
 * disappears for everyone else.
 */
export function deletePost(ctx: UserCtx, id: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    await holdFiles(tx, await readOwn(tx, id));
    await lockCreator(tx, tx.viewer.id);
    const post = await lockOwn(tx, id);
    if (await isSold(tx, id)) {
      await leaveSeries(tx, id);
      return postStates.setState(tx, post, 'removed');
    }
    const fileIds = await allFilesOf(tx, post);
    if (post.state === 'published') await postStates.setState(tx, post, 'archived');
    await setFiles(tx, id, []);
    await forgetPoll(tx, id);
    await forgetObject(tx, 'feed', { id, ownerId: post.performerId });
    await tx.db.delete(feeds).where(eq(feeds.id, id));
    await dropFiles(tx, fileIds);
  });
}

/**
 * Deletes a post's poll. Locks it first, as voting does, so that a vote in progress is counted and deleted
 * with it, and a later one finds nothing.
 */
async function forgetPoll(tx: UserCtx, id: string): Promise<void> {
  await tx.db.select({ id: polls.feedId }).from(polls).where(eq(polls.feedId, id)).for('update');
  await tx.db.delete(pollVotes).where(eq(pollVotes.feedId, id));
  await tx.db.delete(pollOptions).where(eq(pollOptions.feedId, id));
  await tx.db.delete(polls).where(eq(polls.feedId, id));
}
