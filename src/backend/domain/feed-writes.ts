import { and, count, eq, isNull, ne, sql } from 'drizzle-orm';
import { limits } from '#config/limits';
import type { FeedCreate, FeedType, FeedUpdate } from '#contract/feeds';
import { type UserCtx, now, transaction } from '../context.ts';
import { feeds, performers, pollOptions, polls, pollVotes, purchases } from '../db/schema.ts';
import { conflict, invalid, notAllowed, notFound } from '../errors.ts';
import { claimPhotos, countKinds, dropFiles, fileIdsOf, setFiles } from './feed-files.ts';

type FeedRecord = typeof feeds.$inferSelect;

/** Holds the creator's row to the end of the transaction: counts and the number of pinned posts change one after the other. */
async function lockPerformer(tx: UserCtx) {
  const [row] = await tx.db.select().from(performers).where(eq(performers.accountId, tx.viewer.id)).for('no key update');
  if (!row) throw notFound();
  return row;
}

function refuseUnapproved({ verified, verifiedReason }: typeof performers.$inferSelect): void {
  if (verified === 'approved') return;
  if (verified === 'pending') throw notAllowed('Your profile is still being checked. You can publish as soon as it is approved.');
  // The operator's reason may or may not be a whole sentence.
  const reason = verifiedReason?.trim().replace(/[.\s]+$/, '');
  throw notAllowed(`Your profile was not approved${reason ? `: ${reason}` : ''}. Send your documents again to publish.`);
}

const notYet: Partial<Record<FeedType, string>> = {
  video: 'Video posts can’t be made here yet. Publish text or photos for now.',
  audio: 'Audio posts can’t be made here yet. Publish text or photos for now.',
  teaser: 'Teasers can’t be made here yet. Publish text or photos for now.',
  poll: 'Polls can’t be made here yet. Publish text or photos for now.',
};

function checkContent(post: { type: FeedType; text: string; fileIds: readonly string[] }): void {
  if (new Set(post.fileIds).size < post.fileIds.length) throw invalid('fileIds', 'Each photo can be in the post once.');
  if (post.type === 'text' && post.text === '') throw invalid('text', 'Write something first.');
  if (post.type === 'text' && post.fileIds.length > 0) throw invalid('fileIds', 'A text post has no photos. Choose the type photo.');
  if (post.type === 'photo' && post.fileIds.length === 0) throw invalid('fileIds', 'Add at least one photo.');
}

async function refuseTooManyPinned(tx: UserCtx, exceptId: string | null): Promise<void> {
  const others = exceptId ? ne(feeds.id, exceptId) : undefined;
  const [row] = await tx.db
    .select({ pinned: count() })
    .from(feeds)
    .where(and(eq(feeds.performerId, tx.viewer.id), eq(feeds.state, 'published'), eq(feeds.pinned, true), others));
  if ((row?.pinned ?? 0) >= limits.pinnedPosts) throw conflict(`You can pin ${limits.pinnedPosts} posts. Unpin one first.`);
}

interface Counts { readonly feeds: number; readonly photos: number; readonly videos: number }

async function addCounts(tx: UserCtx, by: Counts): Promise<void> {
  const sum = (name: keyof Counts) => sql`greatest(0, ${performers[name]} + ${by[name]})`;
  await tx.db.update(performers).set({ feeds: sum('feeds'), photos: sum('photos'), videos: sum('videos') }).where(eq(performers.accountId, tx.viewer.id));
}

/** An item that isn't sold has nobody to include. */
const saleOf = (post: { price: number; includedInSubscription: boolean }) => ({ price: post.price, includedInSubscription: post.price > 0 && post.includedInSubscription });

/**
 * Publishes a post at once; answers its id.
 * @throws AppError 403 before the profile is approved, 409 when too many are pinned, 422 on what can't be published.
 */
export function createFeed(ctx: UserCtx, { fileIds, ...post }: FeedCreate): Promise<string> {
  return transaction(ctx, async (tx) => {
    refuseUnapproved(await lockPerformer(tx));
    const reason = notYet[post.type];
    if (reason) throw invalid('type', reason);
    checkContent({ ...post, fileIds });
    if (post.pinned) await refuseTooManyPinned(tx, null);
    await claimPhotos(tx, fileIds);
    const id = tx.ports.ids();
    const moment = now(tx);
    await tx.db.insert(feeds).values({
      ...post, ...saleOf(post), id, performerId: tx.viewer.id, state: 'published', publishedAt: moment, createdAt: moment, updatedAt: moment,
    });
    await setFiles(tx, id, fileIds);
    await addCounts(tx, { feeds: 1, photos: fileIds.length, videos: 0 });
    return id;
  });
}

/** The own post, held to the end of the transaction: nobody buys it meanwhile. A removed one is gone. */
async function lockOwn(tx: UserCtx, id: string): Promise<FeedRecord> {
  const [row] = await tx.db.select().from(feeds).where(and(eq(feeds.id, id), eq(feeds.performerId, tx.viewer.id), ne(feeds.state, 'removed'))).for('update');
  if (!row) throw notFound();
  return row;
}

async function isSold(tx: UserCtx, id: string): Promise<boolean> {
  const bought = and(eq(purchases.kind, 'feed'), eq(purchases.itemId, id), isNull(purchases.reversedAt));
  return (await tx.db.select({ id: purchases.id }).from(purchases).where(bought).limit(1)).length > 0;
}

async function changeFiles(tx: UserCtx, post: FeedRecord, wanted: readonly string[]): Promise<void> {
  const present = await fileIdsOf(tx, post.id);
  const dropped = present.filter((id) => !wanted.includes(id));
  const added = wanted.filter((id) => !present.includes(id));
  if (post.type !== 'photo' && post.type !== 'text' && dropped.length + added.length > 0) throw invalid('fileIds', 'The files of this post can’t be changed. Publish a new one instead.');
  if (dropped.length > 0 && (await isSold(tx, post.id))) throw conflict('Someone bought this post, so its photos stay. You can add more, or delete the post for everybody else.');
  await claimPhotos(tx, added);
  const before = await countKinds(tx, present);
  await setFiles(tx, post.id, wanted);
  await dropFiles(tx, dropped);
  const after = await countKinds(tx, wanted);
  if (post.state === 'published') await addCounts(tx, { feeds: 0, photos: after.photos - before.photos, videos: after.videos - before.videos });
}

/**
 * Changes an own post. What somebody bought keeps its photos.
 * @throws AppError 404, 409 on photos that were sold or too many pinned, 422.
 */
export function updateFeed(ctx: UserCtx, id: string, { fileIds, ...change }: FeedUpdate): Promise<void> {
  return transaction(ctx, async (tx) => {
    await lockPerformer(tx);
    const post = await lockOwn(tx, id);
    const wanted = { ...post, ...change };
    checkContent({ ...wanted, fileIds: fileIds ?? (await fileIdsOf(tx, id)) });
    if (change.pinned && !post.pinned) await refuseTooManyPinned(tx, id);
    if (fileIds) await changeFiles(tx, post, fileIds);
    await tx.db.update(feeds).set({ ...change, ...saleOf(wanted), updatedAt: now(tx) }).where(eq(feeds.id, id));
  });
}

/** Deletes an own post with its files. One that somebody bought stays for its buyers alone: gone from every list, and for everybody else. */
export function deleteFeed(ctx: UserCtx, id: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    await lockPerformer(tx);
    const post = await lockOwn(tx, id);
    const fileIds = await fileIdsOf(tx, id);
    const { photos, videos } = await countKinds(tx, fileIds);
    if (post.state === 'published') await addCounts(tx, { feeds: -1, photos: -photos, videos: -videos });
    if (await isSold(tx, id)) {
      await tx.db.update(feeds).set({ state: 'removed', pinned: false, updatedAt: now(tx) }).where(eq(feeds.id, id));
      return;
    }
    await setFiles(tx, id, []);
    await tx.db.delete(pollVotes).where(eq(pollVotes.feedId, id));
    await tx.db.delete(pollOptions).where(eq(pollOptions.feedId, id));
    await tx.db.delete(polls).where(eq(polls.feedId, id));
    await tx.db.delete(feeds).where(eq(feeds.id, id));
    await dropFiles(tx, [...fileIds, post.thumbnailId, post.teaserId].filter((fileId) => fileId !== null));
  });
}
