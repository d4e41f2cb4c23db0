import { forgetEachOther } from '../../people/notifications/withdrawing.ts';
import { type SQL, and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { accountBlocks } from '../../../db/schema/blocks.ts';
import { performers } from '../../../db/schema/creators.ts';
import { conversations } from '../../../db/schema/messages.ts';
import { subscriptions } from '../../../db/schema/subscriptions.ts';
import { invalid, notFound } from '../../../kernel/errors.ts';
import { rooms } from '../../../kernel/hub.ts';
import { stopWatching } from '../../trade/auctions/watching.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { endFollows } from '../../content/community/ended-follows.ts';
import { endRequestByBlock, lockConversationBetween } from '../../talk/messages/requests/answering.ts';
import { leaveStreams } from '../../talk/streams/pages.ts';
import { endPrivateStreams } from '../../talk/streams/private/ejecting.ts';
import { changeSubscription, currentStatus, endSubscription } from '../../trade/subscriptions/slots.ts';

interface Pair {
  readonly me: string;
  readonly other: string;
}

/** SQL condition: columns `a` and `b` hold the two accounts, in either order. */
const between = ({ me, other }: Pair, a: SQL, b: SQL): SQL =>
  sql`((${a} = ${me} AND ${b} = ${other}) OR (${a} = ${other} AND ${b} = ${me}))`;

/**
 * Locks both accounts in a fixed order, so that when two people block each other at the same time, one waits
 * for the other.
 */
async function lockBoth(tx: UserCtx, { me, other }: Pair): Promise<void> {
  await tx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, [me, other]))
    .orderBy(accounts.id)
    .for('no key update');
}

/** Waits for messages that are being written to their conversation, and lets later ones find the block. */
async function lockTalk(tx: UserCtx, { me, other }: Pair): Promise<void> {
  await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.pairKey, [me, other].sort().join(':')))
    .for('no key update');
}

/**
 * Checks that the account exists for the viewer. One already blocked by the viewer counts.
 * @throws AppError 404
 */
async function assertThere(tx: UserCtx, { me, other }: Pair): Promise<void> {
  const shown = or(eq(accounts.isPerformer, false), eq(performers.verified, 'approved'));
  const mine = sql`EXISTS (SELECT 1 FROM account_blocks b WHERE b.blocker_id = ${me} AND b.blocked_id = ${accounts.id})`;
  const [row] = await tx.db
    .select({ id: accounts.id })
    .from(accounts)
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .where(
      and(
        eq(accounts.id, other),
        or(mine, and(isNull(accounts.suspendedAt), shown, canMeet(tx, accounts.id))),
      ),
    );
  if (!row) throw notFound();
}

/**
 * A subscription no longer renews. The paid period ends without access; an overdue subscription has no period
 * left and ends immediately.
 */
async function stopRenewing(tx: UserCtx, pair: Pair): Promise<void> {
  const rows = await tx.db
    .select()
    .from(subscriptions)
    .where(
      and(
        between(pair, sql`${subscriptions.userId}`, sql`${subscriptions.performerId}`),
        inArray(subscriptions.state, ['active', 'past_due']),
      ),
    )
    .orderBy(subscriptions.id)
    .for('update');
  for (const row of rows) {
    const note = { cancelledAt: now(tx), cancelReason: null, nextAttemptAt: null };
    if (currentStatus(row, now(tx)) === 'live')
      await changeSubscription(tx, row, { ...note, state: 'cancelled' });
    else await endSubscription(tx, await changeSubscription(tx, row, note));
  }
}

/**
 * Tells all open tabs of both that the other is gone (or back), and disconnects those that have their
 * conversation open.
 */
async function notifyBoth(tx: UserCtx, { me, other }: Pair): Promise<void> {
  tx.emit(rooms.account(me), 'access/changed', { performerId: other });
  tx.emit(rooms.account(other), 'access/changed', { performerId: me });
  const [conversation] = await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.pairKey, [me, other].sort().join(':')));
  if (conversation) tx.drop(rooms.conversation(conversation.id));
}

/**
 * Blocks a person: from now on, neither exists for the other. Follows end both ways, subscriptions stop
 * renewing, and purchases stay readable. Repeating it changes nothing.
 * @throws AppError 404 when the account doesn't exist for the viewer, 422 for the viewer's own.
 */
export async function block(ctx: UserCtx, other: string): Promise<void> {
  const pair = { me: ctx.viewer.id, other };
  if (pair.me === other) throw invalid('userId', 'You can’t block yourself.');
  await transaction(ctx, async (tx) => {
    const conversationId = await lockConversationBetween(tx, pair.me, other);
    await lockBoth(tx, pair);
    await assertThere(tx, pair);
    await lockTalk(tx, pair);
    const added = await tx.db
      .insert(accountBlocks)
      .values({ blockerId: pair.me, blockedId: other, createdAt: now(tx) })
      .onConflictDoNothing()
      .returning({ id: accountBlocks.blockedId });
    if (added.length === 0) return;
    await endFollows(tx, [pair.me, pair.other]);
    await stopRenewing(tx, pair);
    await stopWatching(tx, pair.me, other);
    await leaveStreams(tx, pair.me, other);
    await forgetEachOther(tx, [pair.me, pair.other]);
    await endRequestByBlock(tx, conversationId);
    await endPrivateStreams(tx, { accountId: pair.me, withId: other });
    await notifyBoth(tx, pair);
  });
}

/**
 * Removes a block. What the block ended isn't restored.
 * @throws AppError 404 when there is none.
 */
export async function unblock(ctx: UserCtx, other: string): Promise<void> {
  const pair = { me: ctx.viewer.id, other };
  await transaction(ctx, async (tx) => {
    const removed = await tx.db
      .delete(accountBlocks)
      .where(and(eq(accountBlocks.blockerId, pair.me), eq(accountBlocks.blockedId, other)))
      .returning({ id: accountBlocks.blockedId });
    if (removed.length === 0) throw notFound();
    // If the other account has blocked the viewer too, nothing changes for either.
    const [still] = await tx.db
      .select({ id: accountBlocks.blockerId })
      .from(accountBlocks)
      .where(and(eq(accountBlocks.blockerId, other), eq(accountBlocks.blockedId, pair.me)));
    if (!still) await notifyBoth(tx, pair);
  });
}
