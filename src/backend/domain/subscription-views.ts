import { type SQL, and, count, desc, eq, ne } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/registry';
import type { Subscription } from '#contract/payment';
import type { Ctx, UserCtx } from '../context.ts';
import { subscriptions } from '../db/schema.ts';
import { performerCards } from './cards.ts';
import type { SubscriptionRow } from './subscription-slots.ts';

const renews = (row: SubscriptionRow) => row.type !== 'free' && (row.state === 'active' || row.state === 'past_due');

/** Subscriptions as both sides see them. */
export async function subscriptionViews(ctx: Ctx, rows: readonly SubscriptionRow[]): Promise<Subscription[]> {
  const cards = await performerCards(ctx, rows.flatMap((row) => [row.userId, row.performerId]));
  return rows.flatMap((row) => {
    const [user, performer] = [cards.get(row.userId), cards.get(row.performerId)];
    if (!user || !performer) return [];
    return [{
      _id: row.id, type: row.type, state: row.state, price: row.price, performer, user, startedAt: row.startedAt.toISOString(),
      periodEnd: row.state === 'incomplete' ? null : row.periodEnd.toISOString(), renews: renews(row), cancelledAt: row.cancelledAt?.toISOString() ?? null,
    }];
  });
}

export async function subscriptionView(ctx: Ctx, row: SubscriptionRow): Promise<Subscription> {
  const [view] = await subscriptionViews(ctx, [row]);
  if (!view) throw new Error(`subscription ${row.id} is of nobody`);
  return view;
}

type Search = ParsedInput<'GET /subscriptions/user/search'>['query'];

async function search(ctx: UserCtx, mine: SQL | undefined, query: Search): Promise<ReplySource<'GET /subscriptions/user/search'>> {
  const where = query.state ? and(mine, eq(subscriptions.state, query.state)) : mine;
  const rows = await ctx.db.select().from(subscriptions).where(where).orderBy(desc(subscriptions.createdAt), desc(subscriptions.id)).limit(query.limit).offset(query.offset);
  const [counted] = await ctx.db.select({ total: count() }).from(subscriptions).where(where);
  return { data: await subscriptionViews(ctx, rows), total: counted?.total ?? 0 };
}

const begun = ne(subscriptions.state, 'incomplete');

/** What was never paid for shows only to who tried, and only when asked for. */
export const searchOwnSubscriptions = (ctx: UserCtx, query: Search) => {
  const own = eq(subscriptions.userId, ctx.viewer.id);
  return search(ctx, query.state === 'incomplete' ? own : and(own, begun), query);
};
export const searchSubscribers = (ctx: UserCtx, query: Search) => search(ctx, and(eq(subscriptions.performerId, ctx.viewer.id), begun), query);
