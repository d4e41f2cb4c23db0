import { type SQL, inArray, sql } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { SubscriberSort } from '#contract/trade/subscriptions.ts';
import { matchesText } from '../../../db/matches-text.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import { promotions } from '../../../db/schema/promotions.ts';
import { subscriptions } from '../../../db/schema/subscriptions.ts';
import { loadSubscriberNotes } from './subscriber-notes.ts';
import type { SubscriptionRow } from './slots.ts';
import { subscriptionViews } from './presenters.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

type Search = ParsedInput<'GET /subscriptions/performer/search'>['query'];
type Found = ReplySource<'GET /subscriptions/performer/search'>;

/**
 * What fans brought a creator according to the ledger, as in the earnings: after commission and refunds.
 * `whom` is a condition on `t.actor_id`.
 */
export const spending = (performerId: string, whom: SQL) => sql`
  SELECT t.actor_id AS id, sum(p.amount) AS spend
  FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id JOIN ledger_accounts a ON a.id = p.account_id
  WHERE t.performer_id = ${performerId} AND ${whom} AND t.kind IN ('charge', 'subscription', 'refund', 'dispute') AND a.kind = 'earnings' AND a.owner_id = ${performerId}
  GROUP BY t.actor_id`;

const orders: Record<SubscriberSort, SQL> = {
  newest: sql`s.started_at DESC, s.id DESC`,
  longest: sql`s.started_at, s.id`,
  spend: sql`coalesce(spent.spend, 0) DESC, s.id`,
};

/** Lists each fan once, by their latest subscription, so that someone who came back isn't among the lost. */
function matching(performerId: string, { state, type, q }: Search): SQL {
  const ofState = state ? sql`AND s.state = ${state}` : sql``;
  const ofType = type ? sql`AND s.type = ${type}` : sql``;
  const named = q
    ? sql`AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = s.user_id AND ${matchesText(q, sql`a.name`, sql`a.username`)})`
    : sql``;
  return sql`s.performer_id = ${performerId} AND s.state <> 'incomplete' ${ofState} ${ofType} ${named} AND NOT EXISTS (
    SELECT 1 FROM subscriptions later WHERE later.user_id = s.user_id AND later.performer_id = s.performer_id AND later.state <> 'incomplete' AND (later.created_at, later.id) > (s.created_at, s.id))`;
}

async function loadPage(ctx: UserCtx, query: Search): Promise<SubscriptionRow[]> {
  const spent =
    query.sort === 'spend'
      ? sql`LEFT JOIN (${spending(ctx.viewer.id, sql`t.actor_id IS NOT NULL`)}) AS spent ON spent.id = s.user_id`
      : sql``;
  const found = await fetchRows<{ id: string }>(
    ctx.db.execute(sql`
    SELECT s.id FROM subscriptions s ${spent} WHERE ${matching(ctx.viewer.id, query)} ORDER BY ${orders[query.sort]} LIMIT ${query.limit} OFFSET ${query.offset}`),
  );
  const ids = found.map((row) => row.id);
  const rows =
    ids.length === 0 ? [] : await ctx.db.select().from(subscriptions).where(inArray(subscriptions.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function loadSpend(ctx: UserCtx, fanIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await fetchRows<{ id: string; spend: string }>(
    ctx.db.execute(spending(ctx.viewer.id, sql`t.actor_id = ANY (${idList(fanIds)}::text::uuid[])`)),
  );
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
    cappedTotal(ctx, sql`SELECT 1 FROM subscriptions s WHERE ${matching(ctx.viewer.id, query)}`, query),
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
