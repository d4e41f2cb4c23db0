import { and, desc, eq, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { follows as family } from '#contract/content/follows.ts';
import { matchesText } from '../../../db/matches-text.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { follows } from '../../../db/schema/community.ts';
import { performers } from '../../../db/schema/creators.ts';
import { invalid, notFound } from '../../../kernel/errors.ts';
import { rooms } from '../../../kernel/hub.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { loadAccessFacts, isOpenTo } from '../../base/access/access.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { addToCreatorCounts } from '../../people/accounts/creator-counts.ts';
import { countAsNew } from '../../people/accounts/new-accounts/limits.ts';
import { cardColumns, toPerformerCard } from '../../people/accounts/profile-cards.ts';
import { queueAutomatic } from '../../talk/messages/automatic-causes.ts';
import { notify } from '../../people/notifications/notify.ts';
import { withdraw } from '../../people/notifications/withdrawing.ts';
import { alertsOnUnfollow, setPostAlerts, viewPostAlerts } from './post-alerts.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

/** All new followers are one notification while it is unread. */
const followGroup = 'follow';

/** Adjusts a creator's follower count in the follow's transaction and returns it. */
async function addToCount(tx: UserCtx, performerId: string, by: 1 | -1): Promise<number> {
  const counts = await addToCreatorCounts(tx, performerId, { followers: by });
  return counts?.followers ?? 0;
}

async function loadFollowerCount(tx: UserCtx, performerId: string): Promise<number> {
  const [row] = await tx.db
    .select({ followers: performers.followers })
    .from(performers)
    .where(eq(performers.accountId, performerId));
  if (!row) throw notFound();
  return row.followers;
}

/**
 * Checks that this is an approved creator the viewer may see.
 * @throws AppError 404, 422 for the viewer's own id.
 */
async function assertFollowable(ctx: UserCtx, id: string): Promise<void> {
  if (id === ctx.viewer.id) throw invalid('id', 'You can’t follow yourself.');
  const facts = await loadAccessFacts(ctx, { ownerIds: [id] });
  if (!isOpenTo(facts, id)) throw notFound();
}

/**
 * Follows a creator; following twice has no further effect. Notifies all tabs of the account that their
 * access has changed.
 * @throws AppError 404, 422, 429 `new_account_limit`
 */
export async function follow(ctx: UserCtx, performerId: string) {
  await assertFollowable(ctx, performerId);
  const followers = await transaction(ctx, async (tx) => {
    const added = await tx.db
      .insert(follows)
      .values({ followerId: ctx.viewer.id, performerId, createdAt: now(tx) })
      .onConflictDoNothing()
      .returning({ id: follows.performerId });
    if (added.length === 0) return loadFollowerCount(tx, performerId);
    await countAsNew(tx, 'follows');
    tx.emit(rooms.account(ctx.viewer.id), 'access/changed', { performerId });
    const count = await addToCount(tx, performerId, 1);
    await queueAutomatic(tx, { kind: 'follow', performerId, accountId: tx.viewer.id, cause: '' });
    await notify(tx, {
      to: performerId,
      type: 'follow',
      actor: tx.viewer,
      text: `${tx.viewer.name} started following you.`,
      href: null,
      group: { key: followGroup, phrase: 'started following you' },
    });
    return count;
  });
  return { performerId, isFollowed: true, followers };
}

/** Stops following. This works even if the viewer can no longer see the creator. */
export async function unfollow(ctx: UserCtx, performerId: string) {
  const followers = await transaction(ctx, async (tx) => {
    const mine = and(eq(follows.followerId, ctx.viewer.id), eq(follows.performerId, performerId));
    const removed = await tx.db.delete(follows).where(mine).returning({ id: follows.performerId });
    if (removed.length === 0) return null;
    tx.emit(rooms.account(ctx.viewer.id), 'access/changed', { performerId });
    const count = await addToCount(tx, performerId, -1);
    await alertsOnUnfollow(tx, performerId);
    await withdraw(tx, { to: performerId, key: followGroup, actorId: ctx.viewer.id });
    return count;
  });
  if (followers !== null) return { performerId, isFollowed: false, followers };
  await assertFollowable(ctx, performerId);
  return { performerId, isFollowed: false, followers: await loadFollowerCount(ctx, performerId) };
}

interface Page {
  readonly q?: string;
  /** Only follows from this moment on, and before that one. */
  readonly from?: string;
  readonly to?: string;
  readonly offset: number;
  readonly limit: number;
}

const isAlerted = sql<boolean>`EXISTS (SELECT 1 FROM post_alerts a WHERE a.account_id = ${follows.followerId} AND a.performer_id = ${follows.performerId})`;

/** The viewer's followers, or those they follow, newest first, with cards. */
async function listFollows(ctx: UserCtx, side: 'followers' | 'following', page: Page) {
  const [mine, theirs] =
    side === 'followers'
      ? [follows.performerId, follows.followerId]
      : [follows.followerId, follows.performerId];
  const named = page.q ? matchesText(page.q, accounts.name, accounts.username) : undefined;
  const isShown = and(
    isNull(accounts.suspendedAt),
    side === 'following'
      ? eq(performers.verified, 'approved')
      : or(eq(accounts.isPerformer, false), eq(performers.verified, 'approved')),
  );
  const began = and(
    page.from ? gte(follows.createdAt, new Date(page.from)) : undefined,
    page.to ? lt(follows.createdAt, new Date(page.to)) : undefined,
  );
  const where = and(eq(mine, ctx.viewer.id), began, named, isShown, canMeet(ctx, theirs));
  const rows = await ctx.db
    .select({ ...cardColumns, followedAt: follows.createdAt, notifyPosts: isAlerted })
    .from(follows)
    .innerJoin(accounts, eq(accounts.id, theirs))
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .where(where)
    .orderBy(desc(follows.createdAt), desc(theirs))
    .limit(page.limit)
    .offset(page.offset);
  const all = ctx.db
    .select({ one: sql`1` })
    .from(follows)
    .innerJoin(accounts, eq(accounts.id, theirs))
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .where(where)
    .getSQL();
  const data = rows.map(({ followedAt, notifyPosts, ...row }) => ({
    ...toPerformerCard(ctx, row),
    followedAt: followedAt.toISOString(),
    notifyPosts,
  }));
  return { data, total: await cappedTotal(ctx, all, page) };
}

export const followHandlers: HandlersOf<typeof family> = {
  'POST /follows/:id': (ctx, { params }) => follow(ctx, params.id),
  'DELETE /follows/:id': (ctx, { params }) => unfollow(ctx, params.id),
  'GET /follows/:id/notifications': (ctx, { params }) => viewPostAlerts(ctx, params.id),
  'PUT /follows/:id/notifications': (ctx, { params, body }) => setPostAlerts(ctx, params.id, body.posts),
  'GET /follows/followers': (ctx, { query }) => listFollows(ctx, 'followers', query),
  'GET /follows/following': (ctx, { query }) => listFollows(ctx, 'following', query),
};
