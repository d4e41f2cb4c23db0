import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { FanPanel } from '#contract/trade/broadcasts/fan-panel.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { startOfOwnDay, viewerToday } from '../../../kernel/local-days.ts';
import { fanListMembers, fanLists } from '../../../db/schema/broadcasts.ts';
import { follows } from '../../../db/schema/community.ts';
import { messages } from '../../../db/schema/messages.ts';
import { subscriptions } from '../../../db/schema/subscriptions.ts';
import { purchases } from '../../../db/schema/wallet.ts';
import { type OpenConversation, openConversation } from '../../talk/messages/conversation-members.ts';
import { subscriptionViews } from '../subscriptions/presenters.ts';
import { loadSubscriberNotes, replaceNote } from '../subscriptions/subscriber-notes.ts';
import { selectSpending } from '../subscriptions/subscriber-search-query.ts';

const LAST_PURCHASES = 5;

/** What the fan brought the viewer, in cents, since a time or ever. */
async function earnedFrom(ctx: UserCtx, fanId: string, since: string | null): Promise<number> {
  const [row] = await selectSpending(ctx.db, ctx.viewer.id, { fans: [fanId], since });
  return Number(row?.spend ?? 0);
}

/** The beginning of the viewer's month, as in the earnings. */
const startOfMonth = (ctx: UserCtx): string => startOfOwnDay(ctx, `${viewerToday(ctx).slice(0, 7)}-01`);

async function followedAt(ctx: UserCtx, fanId: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ at: follows.createdAt })
    .from(follows)
    .where(and(eq(follows.followerId, fanId), eq(follows.performerId, ctx.viewer.id)));
  return row?.at.toISOString() ?? null;
}

async function latestSubscription(ctx: UserCtx, fanId: string): Promise<FanPanel['subscription']> {
  const theirs = and(
    eq(subscriptions.userId, fanId),
    eq(subscriptions.performerId, ctx.viewer.id),
    ne(subscriptions.state, 'incomplete'),
  );
  const rows = await ctx.db
    .select()
    .from(subscriptions)
    .where(theirs)
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
    .limit(1);
  return (await subscriptionViews(ctx, rows))[0] ?? null;
}

async function lastPurchases(
  ctx: UserCtx,
  { id: conversationId, otherId }: OpenConversation,
): Promise<FanPanel['purchases']> {
  const rows = await ctx.db
    .select({
      _id: purchases.id,
      kind: purchases.kind,
      itemId: purchases.itemId,
      title: purchases.title,
      price: purchases.price,
      createdAt: purchases.createdAt,
      seq: messages.seq,
    })
    .from(purchases)
    .leftJoin(
      messages,
      and(
        eq(purchases.kind, 'message'),
        eq(messages.id, purchases.itemId),
        eq(messages.conversationId, conversationId),
      ),
    )
    .where(
      and(
        eq(purchases.accountId, otherId),
        eq(purchases.performerId, ctx.viewer.id),
        isNull(purchases.reversedAt),
      ),
    )
    .orderBy(desc(purchases.createdAt), desc(purchases.id))
    .limit(LAST_PURCHASES);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

const listsFor = (ctx: UserCtx, fanId: string): Promise<FanPanel['lists']> =>
  ctx.db
    .select({
      _id: fanLists.id,
      name: fanLists.name,
      isMember: sql<boolean>`${fanListMembers.accountId} IS NOT NULL`,
    })
    .from(fanLists)
    .leftJoin(
      fanListMembers,
      and(eq(fanListMembers.listId, fanLists.id), eq(fanListMembers.accountId, fanId)),
    )
    .where(eq(fanLists.performerId, ctx.viewer.id))
    .orderBy(fanLists.name, fanLists.id);

/**
 * What the viewer, a creator, knows about the other person of a conversation. Nothing in it concerns anybody but
 * the two of them.
 * @throws AppError 404 for a conversation that isn't theirs, or if the two may not see each other.
 */
export async function viewFan(ctx: UserCtx, conversationId: string): Promise<FanPanel> {
  const conversation = await openConversation(ctx, conversationId);
  const { otherId: fanId } = conversation;
  const [total, thisMonth, followed, subscription, bought, notes, lists] = await Promise.all([
    earnedFrom(ctx, fanId, null),
    earnedFrom(ctx, fanId, startOfMonth(ctx)),
    followedAt(ctx, fanId),
    latestSubscription(ctx, fanId),
    lastPurchases(ctx, conversation),
    loadSubscriberNotes(ctx, [fanId]),
    listsFor(ctx, fanId),
  ]);
  return {
    accountId: fanId,
    earned: { total, thisMonth },
    followedAt: followed,
    subscription,
    purchases: bought,
    note: notes.get(fanId) ?? '',
    lists,
  };
}

/**
 * Saves the note about the other person of a conversation.
 * @throws AppError 404, 409 if it was changed in the meantime.
 */
export async function setFanNote(
  ctx: UserCtx,
  conversationId: string,
  { note, before }: ParsedInput<'PUT /conversations/:id/fan/note'>['body'],
): Promise<{ note: string }> {
  const { otherId: userId } = await openConversation(ctx, conversationId);
  await replaceNote(ctx, { userId, note, before });
  return { note };
}
