import { type SQL, sql } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { site } from '../../base/ledger/ledger.ts';

export type EarningFilter = Omit<
  ParsedInput<'GET /performer/earning/search'>['query'],
  'cursor' | 'offset' | 'limit'
>;
export type EarningSource = ReplySource<'GET /performer/earning/search'>['data'][number]['source'];
export type EarningPart = NonNullable<EarningFilter['part']>;
/** The source as stored in daily totals, which separate a subscription's first payment from renewals. */
export type SavedSource = EarningSource | 'renewal';
export type EarningItem = ReplySource<'GET /performer/earning/tops'>['items'][number]['item'];
export interface Range {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const partKinds = {
  sales: ['charge', 'subscription'],
  refunds: ['refund', 'dispute'],
  earned: ['charge', 'subscription', 'refund', 'dispute'],
  referrals: ['referral'],
  payouts: ['payout', 'payout_returned'],
  adjustments: ['adjustment'],
  all: ['charge', 'subscription', 'refund', 'dispute', 'referral', 'payout', 'payout_returned', 'adjustment'],
} as const satisfies Record<EarningPart, readonly string[]>;

/** Inlined instead of passed as parameters, so that the planner can use a partial index. */
const words = (all: readonly string[]) => sql.raw(all.map((word) => `'${word}'`).join(', '));
/** Sources that aren't sales, and the part of the reports they belong to. */
const sourceParts: Partial<Readonly<Record<SavedSource, Exclude<EarningPart, 'earned' | 'all' | 'sales'>>>> =
  {
    refund: 'refunds',
    referral: 'referrals',
    payout: 'payouts',
    adjustment: 'adjustments',
  };
/** The part of the reports a source belongs to. */
export const toPart = (source: SavedSource): Exclude<EarningPart, 'earned' | 'all'> =>
  sourceParts[source] ?? 'sales';
/** Whether a part's figures include a source. */
export function isIn(part: EarningPart, source: SavedSource): boolean {
  const own = toPart(source);
  return part === 'all' || part === own || (part === 'earned' && (own === 'sales' || own === 'refunds'));
}

export const startOfDay = (day: string): string => `${day}T00:00:00.000Z`;
/** Clamped to 1970: nothing was sold before, and PostgreSQL rejects the year 0, which callers may pass. */
export const instant = (iso: string) =>
  sql`${new Date(Math.max(Date.parse(iso), 0)).toISOString()}::timestamptz`;

/** SQL condition: an earlier payment of the same subscription exists. */
const earlier = sql`EXISTS (SELECT 1 FROM ledger_transactions before WHERE before.subject_id = t.subject_id AND before.performer_id = t.performer_id
  AND before.kind = 'subscription' AND (before.created_at, before.id) < (t.created_at, t.id))`;
export const savedSource = sql`CASE t.kind WHEN 'charge' THEN t.subject WHEN 'subscription' THEN CASE WHEN ${earlier} THEN 'renewal' ELSE 'subscription' END
  WHEN 'dispute' THEN 'refund' WHEN 'payout_returned' THEN 'payout' ELSE t.kind END`;

/** SQL condition: `t` is a sale or the refund of one. */
export const isEarned = sql`t.kind IN (${words(partKinds.earned)})`;
const itemKinds = ['feed', 'video', 'gallery', 'product', 'message', 'stream', 'auction', 'tip'];
/** SQL condition: `t` paid for an item or refunded it. A tip on a profile has none. */
export const isOfItem = sql`t.kind IN (${words(partKinds.earned)}) AND t.subject IN (${words(itemKinds)}) AND t.subject_id <> t.performer_id`;

/** Parses a key such as `feed:…`. */
export const parseItemKey = (key: string): EarningItem => ({
  kind: key.slice(0, key.indexOf(':')) as EarningItem['kind'],
  _id: key.slice(key.indexOf(':') + 1),
});
/** Selects the item with a key. */
export function itemFilter(key: string): EarningFilter {
  const { kind, _id } = parseItemKey(key);
  return { itemKind: kind, itemId: _id };
}

function ofSource(source: EarningSource): SQL {
  // The subject is included because the index of sales starts with it.
  if (source === 'subscription') return sql`AND t.kind = 'subscription' AND t.subject = 'subscription'`;
  const part = toPart(source);
  return part === 'sales'
    ? sql`AND t.kind = 'charge' AND t.subject = ${source}`
    : sql`AND t.kind IN (${words(partKinds[part])})`;
}

/**
 * Subscriptions whose paid time ended in the range, each represented by its last payment. An array makes
 * PostgreSQL look them up one by one, whatever its estimate of their number.
 */
const lastOfLost = (performerId: string, { from, to }: Range): SQL => sql`AND t.id = ANY (ARRAY(
  SELECT last.id FROM subscriptions s
  CROSS JOIN LATERAL (
    SELECT p.id FROM ledger_transactions p WHERE p.subject_id = s.id AND p.performer_id = ${performerId} AND p.kind = 'subscription' ORDER BY p.created_at DESC, p.id DESC LIMIT 1) AS last
  WHERE s.performer_id = ${performerId} AND s.state = 'expired' ${from ? sql`AND s.period_end >= ${instant(from)}` : sql``} ${to ? sql`AND s.period_end < ${instant(to)}` : sql``}))`;

function moved(performerId: string, filter: EarningFilter): SQL {
  if (filter.subscribers === 'lost') return lastOfLost(performerId, filter);
  const from = filter.from ? sql`AND t.created_at >= ${instant(filter.from)}` : sql``;
  const to = filter.to ? sql`AND t.created_at < ${instant(filter.to)}` : sql``;
  if (!filter.subscribers) return sql`${from} ${to}`;
  return sql`${from} ${to} AND t.kind = 'subscription' AND ${filter.subscribers === 'renewed' ? earlier : sql`NOT ${earlier}`}`;
}

/** SQL conditions on a creator's transactions `t` for a filter. */
export function matching(performerId: string, filter: EarningFilter): SQL {
  const { source, userId, itemKind, itemId } = filter;
  const part = filter.part ?? (source ? 'all' : 'earned');
  const user = userId ? sql`AND t.actor_id = ${userId}` : sql``;
  const item = itemKind && itemId ? sql`AND t.subject_id = ${itemId} AND t.subject = ${itemKind}` : sql``;
  return sql`t.performer_id = ${performerId} AND t.kind IN (${words(partKinds[part])}) ${source ? ofSource(source) : sql``} ${user} ${item} ${moved(performerId, filter)}`;
}

/**
 * The amounts of each transaction `t`, as `sums`, computed from its postings alone. Totals and the rows
 * behind them both use this, so they can't disagree.
 */
export const amounts = (performerId: string | SQL): SQL => sql`CROSS JOIN LATERAL (
  SELECT posted.net, CASE WHEN t.kind IN (${words(partKinds.earned)}) THEN posted.commission ELSE 0 END AS commission FROM (
    SELECT coalesce(sum(p.amount) FILTER (WHERE p.account_id = ANY (ARRAY(SELECT a.id FROM ledger_accounts a WHERE a.kind = 'earnings' AND a.owner_id = ${performerId}))), 0) AS net,
      coalesce(sum(p.amount) FILTER (WHERE p.account_id = ${site.commission.id}), 0) AS commission
    FROM ledger_postings p WHERE p.transaction_id = t.id) AS posted) AS sums`;

/** SQL conditions on `t`: everything that changed the balance of one creator, or of any, in a range. */
export function movedIn({
  performerId,
  from,
  to,
}: Range & { readonly performerId?: string | undefined }): SQL {
  const whose = performerId ? sql`= ${performerId}` : sql`IN (SELECT account_id FROM performers)`;
  return sql`t.performer_id ${whose} AND t.kind IN (${words(partKinds.all)}) ${from ? sql`AND t.created_at >= ${instant(from)}` : sql``} ${to ? sql`AND t.created_at < ${instant(to)}` : sql``}`;
}
