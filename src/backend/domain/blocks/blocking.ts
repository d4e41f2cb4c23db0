import { type SQL, and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { type UserCtx, now, transaction } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { accountBlocks } from '../../db/schema/blocks.ts';
import { performers } from '../../db/schema/creators.ts';
import { conversations } from '../../db/schema/messages.ts';
import { subscriptions } from '../../db/schema/subscriptions.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { rooms } from '../../kernel/hub.ts';
import { stopWatching } from '../auctions/watching.ts';
import { canMeet } from '../access/block-rules.ts';
import { endFollows } from '../community/ended-follows.ts';
import { changeSubscription, endSubscription, statusOf } from '../subscriptions/slots.ts';

interface Pair {
  readonly me: string;
  readonly other: string;
}

/** Which of these two columns names which of the two, either way round. */
const between = ({ me, other }: Pair, a: SQL, b: SQL): SQL =>
  sql`((${a} = ${me} AND ${b} = ${other}) OR (${a} = ${other} AND ${b} = ${me}))`;

/**
 * Holds both accounts, always in one order: of two who block each other at once the second waits for the
 * first.
 */
async function lockBoth(tx: UserCtx, { me, other }: Pair): Promise<void> {
  await tx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, [me, other]))
    .orderBy(accounts.id)
    .for('no key update');
}

/** Nobody can be blocked who doesn't exist for the viewer; who was blocked already can be again. */
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

/** A paid period runs out unread; it isn't charged again. One that is overdue has no period left and ends. */
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
    if (statusOf(row, now(tx)) === 'live') await changeSubscription(tx, row, { ...note, state: 'cancelled' });
    else await endSubscription(tx, await changeSubscription(tx, row, note));
  }
}

/**
 * Every open tab of both learns at once that the other is gone (or back); whoever looked at their
 * conversation is put out of it.
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
 * Blocks a person: neither exists for the other from now on. Follows end both ways, a subscription stops
 * renewing, what was bought stays readable. Blocking once more changes nothing.
 * @throws AppError 404 for who doesn't exist for the viewer, 422 for oneself.
 */
export async function block(ctx: UserCtx, other: string): Promise<void> {
  const pair = { me: ctx.viewer.id, other };
  if (pair.me === other) throw invalid('userId', 'You can’t block yourself.');
  await transaction(ctx, async (tx) => {
    await lockBoth(tx, pair);
    await assertThere(tx, pair);
    const added = await tx.db
      .insert(accountBlocks)
      .values({ blockerId: pair.me, blockedId: other, createdAt: now(tx) })
      .onConflictDoNothing()
      .returning({ id: accountBlocks.blockedId });
    if (added.length === 0) return;
    await endFollows(tx, [pair.me, pair.other]);
    await stopRenewing(tx, pair);
    await stopWatching(tx, pair.me, other);
    await notifyBoth(tx, pair);
  });
}

/** Takes an own block back; what it ended stays ended. @throws AppError 404 where there is none. */
export async function unblock(ctx: UserCtx, other: string): Promise<void> {
  const pair = { me: ctx.viewer.id, other };
  await transaction(ctx, async (tx) => {
    const gone = await tx.db
      .delete(accountBlocks)
      .where(and(eq(accountBlocks.blockerId, pair.me), eq(accountBlocks.blockedId, other)))
      .returning({ id: accountBlocks.blockedId });
    if (gone.length === 0) throw notFound();
    // Where the other has blocked too, nothing has changed for either.
    const [still] = await tx.db
      .select({ id: accountBlocks.blockerId })
      .from(accountBlocks)
      .where(and(eq(accountBlocks.blockerId, other), eq(accountBlocks.blockedId, pair.me)));
    if (!still) await notifyBoth(tx, pair);
  });
}
