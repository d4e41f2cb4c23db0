import { inArray } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { promotions } from '../../../db/schema/promotions.ts';
import { subscriptions } from '../../../db/schema/subscriptions.ts';
import { loadSubscriberNotes } from './subscriber-notes.ts';
import { rowsFound, selectFound, selectSpending } from './subscriber-search-query.ts';
import type { SubscriptionRow } from './slots.ts';
import { subscriptionViews } from './presenters.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

type Search = ParsedInput<'GET /subscriptions/performer/search'>['query'];
type Found = ReplySource<'GET /subscriptions/performer/search'>;

async function loadPage(ctx: UserCtx, query: Search): Promise<SubscriptionRow[]> {
  const found = await selectFound(ctx.db, ctx.viewer.id, query);
  const ids = found.map((row) => row.id);
  const rows =
    ids.length === 0 ? [] : await ctx.db.select().from(subscriptions).where(inArray(subscriptions.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function loadSpend(ctx: UserCtx, fanIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await selectSpending(ctx.db, ctx.viewer.id, { fans: fanIds, since: null });
  return new Map(rows.map((row) => [row.id, Number(row.spend)]));
}

type Offer = NonNullable<Found['data'][number]['offer']>;

async function loadOffers(ctx: UserCtx, rows: readonly SubscriptionRow[]): Promise<Map<string, Offer>> {
  const ids = rows.flatMap((row) => row.promotionId ?? []);
  if (ids.length === 0) return new Map();
  const { id: _id, kind, percent, days } = promotions;
  const offers = await ctx.db
    .select({ _id, kind, percent, days })
    .from(promotions)
    .where(inArray(promotions.id, ids));
  return new Map(offers.map((offer) => [offer._id, offer]));
}

/**
 * A creator's subscribers with their notes and spending. The total is exact up to a thousand rows past the
 * page.
 */
export async function searchSubscribers(ctx: UserCtx, query: Search): Promise<Found> {
  const rows = await loadPage(ctx, query);
  const fans = rows.map((row) => row.userId);
  const [views, spend, notes, offers, total] = await Promise.all([
    subscriptionViews(ctx, rows),
    loadSpend(ctx, fans),
    loadSubscriberNotes(ctx, fans),
    loadOffers(ctx, rows),
    cappedTotal(ctx, rowsFound(ctx.viewer.id, query), query),
  ]);
  const promotionIds = new Map(rows.map((row) => [row.id, row.promotionId]));
  const data = views.map((view) => ({
    ...view,
    spend: spend.get(view.user._id) ?? 0,
    note: notes.get(view.user._id) ?? '',
    offer: offers.get(promotionIds.get(view._id) ?? '') ?? null,
  }));
  return { data, total };
}
