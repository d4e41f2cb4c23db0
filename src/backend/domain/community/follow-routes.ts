import { type SQL, and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { follows as family } from '#contract/follows.ts';
import { type UserCtx, now, transaction } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { follows } from '../../db/schema/community.ts';
import { performers } from '../../db/schema/creators.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { rooms } from '../../kernel/hub.ts';
import type { HandlersOf } from '../../kernel/handlers.ts';
import { gatherFacts, isOpenTo } from '../access/access.ts';
import { canMeet, cappedTotal, likeAnywhere } from '../access/block-rules.ts';
import { addToCreatorCounts } from '../accounts/creator-counts.ts';
import { cardColumns, cardOf } from '../accounts/profile-cards.ts';

/** Moves a creator's count with the row that it counts, in one transaction, and answers the count. */
async function addToCount(tx: UserCtx, performerId: string, by: 1 | -1): Promise<number> {
  const counts = await addToCreatorCounts(tx, performerId, { followers: by });
  return counts?.followers ?? 0;
}

async function countOf(tx: UserCtx, performerId: string): Promise<number> {
  const [row] = await tx.db
    .select({ followers: performers.followers })
    .from(performers)
    .where(eq(performers.accountId, performerId));
  if (!row) throw notFound();
  return row.followers;
}

/** Only approved creators whom the viewer may meet can be followed; anyone else is nobody. */
async function assertFollowable(ctx: UserCtx, id: string): Promise<void> {
  if (id === ctx.viewer.id) throw invalid('id', 'You can’t follow yourself.');
  const facts = await gatherFacts(ctx, { ownerIds: [id] });
  if (!isOpenTo(facts, id)) throw notFound();
}

/**
 * Follows a creator; following twice is following. Every tab of the account learns that what it may read has
 * changed.
 */
export async function follow(ctx: UserCtx, performerId: string) {
  await assertFollowable(ctx, performerId);
  const followers = await transaction(ctx, async (tx) => {
    const added = await tx.db
      .insert(follows)
      .values({ followerId: ctx.viewer.id, performerId, createdAt: now(tx) })
      .onConflictDoNothing()
      .returning({ id: follows.performerId });
    if (added.length === 0) return countOf(tx, performerId);
    tx.emit(rooms.account(ctx.viewer.id), 'access/changed', { performerId });
    return addToCount(tx, performerId, 1);
  });
  return { performerId, isFollowed: true, followers };
}

/** Stops following. What was followed can always be left, even where it can't be met any more. */
export async function unfollow(ctx: UserCtx, performerId: string) {
  const followers = await transaction(ctx, async (tx) => {
    const mine = and(eq(follows.followerId, ctx.viewer.id), eq(follows.performerId, performerId));
    const removed = await tx.db.delete(follows).where(mine).returning({ id: follows.performerId });
    if (removed.length === 0) return null;
    tx.emit(rooms.account(ctx.viewer.id), 'access/changed', { performerId });
    return addToCount(tx, performerId, -1);
  });
  if (followers !== null) return { performerId, isFollowed: false, followers };
  await assertFollowable(ctx, performerId);
  return { performerId, isFollowed: false, followers: await countOf(ctx, performerId) };
}

interface Page {
  readonly q?: string;
  readonly offset: number;
  readonly limit: number;
}

/** One side of the follow rows of the viewer, newest first, with the card of the other side. */
async function listFollows(ctx: UserCtx, side: 'followers' | 'following', page: Page) {
  const [mine, theirs] =
    side === 'followers'
      ? [follows.performerId, follows.followerId]
      : [follows.followerId, follows.performerId];
  const pattern = page.q ? likeAnywhere(page.q) : null;
  const named: SQL | undefined = pattern
    ? sql`(${accounts.name} ILIKE ${pattern} OR ${accounts.username} ILIKE ${pattern})`
    : undefined;
  const isShown = and(
    isNull(accounts.suspendedAt),
    side === 'following'
      ? eq(performers.verified, 'approved')
      : or(eq(accounts.isPerformer, false), eq(performers.verified, 'approved')),
  );
  const where = and(eq(mine, ctx.viewer.id), named, isShown, canMeet(ctx, theirs));
  const rows = await ctx.db
    .select({ ...cardColumns, followedAt: follows.createdAt })
    .from(follows)
    .innerJoin(accounts, eq(accounts.id, theirs))
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .where(where)
    .orderBy(desc(follows.createdAt), desc(theirs))
    .limit(page.limit)
    .offset(page.offset);
  const all = sql`SELECT 1 FROM ${follows} JOIN ${accounts} ON ${accounts.id} = ${theirs} LEFT JOIN ${performers} ON ${performers.accountId} = ${accounts.id} WHERE ${where}`;
  const data = rows.map(({ followedAt, ...row }) => ({
    ...cardOf(ctx, row),
    followedAt: followedAt.toISOString(),
  }));
  return { data, total: await cappedTotal(ctx, all, page) };
}

export const followHandlers: HandlersOf<typeof family> = {
  'POST /follows/:id': (ctx, { params }) => follow(ctx, params.id),
  'DELETE /follows/:id': (ctx, { params }) => unfollow(ctx, params.id),
  'GET /follows/followers': (ctx, { query }) => listFollows(ctx, 'followers', query),
  'GET /follows/following': (ctx, { query }) => listFollows(ctx, 'following', query),
};
