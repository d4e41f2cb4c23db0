import { type SQL, and, count, desc, eq, inArray, ne } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { PaidPlan, type Subscription } from '#contract/trade/subscriptions.ts';
import { calculatePlanPrices, isPaid } from '#lib/plans/bundles.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { performers } from '../../../db/schema/creators.ts';
import { subscriptions } from '../../../db/schema/subscriptions.ts';
import { renews } from '../../base/access/own-subscriptions.ts';
import { type CardRow, toCardFacts } from '../../money/payments/payment-methods.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import { type PlanPrices, priceColumns } from './offer.ts';
import type { SubscriptionRow } from './slots.ts';
import { comingTerms, renewalCards } from './terms.ts';

/** Creators' current prices by plan. */
async function currentPrices(ctx: Ctx, performerIds: readonly string[]): Promise<Map<string, PlanPrices>> {
  if (performerIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: performers.accountId, ...priceColumns })
    .from(performers)
    .where(inArray(performers.accountId, [...new Set(performerIds)]));
  return new Map(rows.map(({ id, ...chosen }) => [id, calculatePlanPrices(chosen)]));
}

const goesOn = (row: SubscriptionRow) =>
  row.state === 'active' || row.state === 'past_due' || row.state === 'cancelled';

/** The current price of the coming plan if it differs from the agreed one, else null. */
function findNewPrice(row: SubscriptionRow, prices: PlanPrices | undefined): number | null {
  const { type, price } = comingTerms(row);
  if (!goesOn(row) || !isPaid(type) || !prices || prices[type] === price) return null;
  return prices[type];
}

const cardOfView = (card: CardRow | undefined): Subscription['card'] => (card ? toCardFacts(card) : null);

type Known = Pick<Subscription, 'user' | 'performer' | 'plans' | 'newPrice' | 'card'>;
const toSubscription = (row: SubscriptionRow, known: Known): Subscription => ({
  _id: row.id,
  type: row.type,
  state: row.state,
  price: row.price,
  ...known,
  startedAt: row.startedAt.toISOString(),
  provider: row.gateway as Subscription['provider'],
  periodEnd: row.state === 'incomplete' ? null : row.periodEnd.toISOString(),
  renews: renews(row),
  cancelledAt: row.cancelledAt?.toISOString() ?? null,
  cancelReason: row.cancelReason,
  nextType: row.nextType,
  nextPrice: row.nextPrice,
  retryAt: row.nextAttemptAt?.toISOString() ?? null,
});

/** Subscriptions as both sides see them. Only the fan sees the card. */
export async function subscriptionViews(ctx: Ctx, rows: readonly SubscriptionRow[]): Promise<Subscription[]> {
  const people = await performerCards(
    ctx,
    rows.flatMap((row) => [row.userId, row.performerId]),
  );
  const prices = await currentPrices(
    ctx,
    rows.map((row) => row.performerId),
  );
  const cards = await renewalCards(
    ctx,
    rows.filter((row) => isPaid(row.type) && row.performerId !== ctx.viewer?.id),
  );
  return rows.flatMap((row) => {
    const [user, performer] = [people.get(row.userId), people.get(row.performerId)];
    return user && performer
      ? [
          toSubscription(row, {
            user,
            performer,
            plans: PaidPlan.options.filter((plan) => typeof prices.get(row.performerId)?.[plan] === 'number'),
            newPrice: findNewPrice(row, prices.get(row.performerId)),
            card: cardOfView(cards.get(row.id)),
          }),
        ]
      : [];
  });
}

export async function subscriptionView(ctx: Ctx, row: SubscriptionRow): Promise<Subscription> {
  const [view] = await subscriptionViews(ctx, [row]);
  if (!view) throw new Error(`subscription ${row.id} has no subscriber`);
  return view;
}

type Search = ParsedInput<'GET /subscriptions/user/search'>['query'];

async function search(
  ctx: UserCtx,
  mine: SQL | undefined,
  query: Search,
): Promise<ReplySource<'GET /subscriptions/user/search'>> {
  const where = query.state ? and(mine, eq(subscriptions.state, query.state)) : mine;
  const rows = await ctx.db
    .select()
    .from(subscriptions)
    .where(where)
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await ctx.db.select({ total: count() }).from(subscriptions).where(where);
  return { data: await subscriptionViews(ctx, rows), total: counted?.total ?? 0 };
}

const hasStarted = ne(subscriptions.state, 'incomplete');

/** Subscriptions that were never paid are shown only to the fan, and only on request. */
export const searchOwnSubscriptions = (ctx: UserCtx, query: Search) => {
  const own = and(
    eq(subscriptions.userId, ctx.viewer.id),
    query.type ? eq(subscriptions.type, query.type) : undefined,
  );
  return search(ctx, query.state === 'incomplete' ? own : and(own, hasStarted), query);
};
