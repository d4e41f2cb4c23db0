import { sql } from 'drizzle-orm';
import type { Audience } from '#contract/feeds';
import type { AccessView } from '#contract/common';
import { type Ctx, now } from '../context.ts';
import { rowsOf } from '../db/db.ts';

/** Anything a creator publishes, as far as the access rule cares. */
export interface Item {
  readonly kind: 'feed' | 'video' | 'gallery' | 'product' | 'message' | 'stream';
  readonly id: string;
  readonly ownerId: string;
  readonly audience: Audience;
  /** Tokens; 0 where the item isn't sold. */
  readonly price: number;
  readonly includedInSubscription: boolean;
  readonly isPublished: boolean;
}
/** A creator's terms, as far as the ways in are concerned. */
export interface Offer {
  /** Cents. */
  readonly monthlyPrice: number;
  readonly isFreeSubscription: boolean;
}
/** Everything the rule needs to know about one viewer and some items and owners. */
export interface Facts {
  readonly viewerId: string | null;
  readonly follows: ReadonlySet<string>;
  readonly subscribes: ReadonlySet<string>;
  /** `kind:id` of what the viewer bought. */
  readonly purchases: ReadonlySet<string>;
  /** Owners who blocked the viewer, or whom the viewer blocked. */
  readonly blocks: ReadonlySet<string>;
  /** Owners closed to the viewer's country. */
  readonly countries: ReadonlySet<string>;
  readonly offers: ReadonlyMap<string, Offer>;
}

const allow = (reason: AccessView['reason']): AccessView => ({ allowed: true, reason, routes: [] });
const refuse = (reason: AccessView['reason'], routes: AccessView['routes'] = []): AccessView => ({ allowed: false, reason, routes });

/** May the viewer meet this owner at all? What was bought stays readable all the same. */
export function ownerClosed(facts: Facts, ownerId: string): 'blocked' | 'country' | null {
  if (facts.viewerId === ownerId) return null;
  if (facts.blocks.has(ownerId)) return 'blocked';
  return facts.countries.has(ownerId) ? 'country' : null;
}

function subscribeRoute(facts: Facts, ownerId: string): AccessView['routes'] {
  const offer = facts.offers.get(ownerId);
  if (!offer) return [];
  return offer.isFreeSubscription ? [{ need: 'subscribe-free', price: 0, unit: 'money' }] : [{ need: 'subscribe', price: offer.monthlyPrice, unit: 'money' }];
}

function judgePaid(facts: Facts, item: Item): AccessView {
  if (item.includedInSubscription && facts.subscribes.has(item.ownerId)) return allow('included');
  const buy = { need: 'purchase', price: item.price, unit: 'token' } as const;
  return refuse('locked', item.includedInSubscription ? [...subscribeRoute(facts, item.ownerId), buy] : [buy]);
}

/** The access rule: may the viewer read the item, why, and every way in. Nothing else in the code decides this. */
export function judge(facts: Facts, item: Item): AccessView {
  if (facts.viewerId === item.ownerId) return allow('owner');
  if (facts.purchases.has(`${item.kind}:${item.id}`)) return allow('purchased');
  const closed = ownerClosed(facts, item.ownerId);
  if (closed) return refuse(closed);
  if (!item.isPublished) return refuse('unpublished');
  if (item.price > 0) return judgePaid(facts, item);
  if (item.audience === 'public') return allow('free');
  if (facts.subscribes.has(item.ownerId)) return allow('subscriber');
  if (item.audience === 'subscribers') return refuse('locked', subscribeRoute(facts, item.ownerId));
  if (facts.follows.has(item.ownerId)) return allow('follower');
  return refuse('locked', [{ need: 'follow', price: 0, unit: 'money' }, ...subscribeRoute(facts, item.ownerId)]);
}

interface FactRow { fact: string; id: string; price: string | number | null; free: boolean | null }

const uuidArray = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`;

/** One query for everything the rule asks of some items and owners. */
export async function gatherFacts(ctx: Ctx, about: { items?: readonly Item[]; ownerIds?: readonly string[] }): Promise<Facts> {
  const items = about.items ?? [];
  const owners = uuidArray([...new Set([...items.map((item) => item.ownerId), ...(about.ownerIds ?? [])])]);
  const viewerId = ctx.viewer?.id ?? null;
  const country = ctx.request.country;
  const offers = sql`SELECT 'offer' AS fact, account_id AS id, monthly_price AS price, is_free_subscription AS free FROM performers WHERE account_id = ANY(${owners})`;
  const parts = [offers];
  if (country) parts.push(sql`SELECT 'country', blocker_id, NULL, NULL FROM country_blocks WHERE country = ${country} AND blocker_id = ANY(${owners})`);
  if (viewerId) {
    parts.push(
      sql`SELECT 'follow', performer_id, NULL, NULL FROM follows WHERE follower_id = ${viewerId} AND performer_id = ANY(${owners})`,
      sql`SELECT 'subscription', performer_id, NULL, NULL FROM subscriptions WHERE user_id = ${viewerId} AND performer_id = ANY(${owners}) AND state IN ('active', 'past_due', 'cancelled') AND period_end > ${now(ctx).toISOString()}::timestamptz`,
      sql`SELECT 'block', blocker_id, NULL, NULL FROM account_blocks WHERE blocked_id = ${viewerId} AND blocker_id = ANY(${owners})`,
      sql`SELECT 'block', blocked_id, NULL, NULL FROM account_blocks WHERE blocker_id = ${viewerId} AND blocked_id = ANY(${owners})`,
      sql`SELECT kind, item_id, NULL, NULL FROM purchases WHERE account_id = ${viewerId} AND item_id = ANY(${uuidArray(items.map((item) => item.id))}) AND reversed_at IS NULL`,
    );
  }
  const rows = await rowsOf<FactRow>(ctx.db.execute(sql.join(parts, sql` UNION ALL `)));
  const idsOf = (fact: string) => new Set(rows.filter((row) => row.fact === fact).map((row) => row.id));
  const kinds = new Set<string>(['feed', 'video', 'gallery', 'product', 'message', 'stream'] satisfies Item['kind'][]);
  return {
    viewerId,
    follows: idsOf('follow'),
    subscribes: idsOf('subscription'),
    blocks: idsOf('block'),
    countries: idsOf('country'),
    purchases: new Set(rows.filter((row) => kinds.has(row.fact)).map((row) => `${row.fact}:${row.id}`)),
    offers: new Map(rows.filter((row) => row.fact === 'offer').map((row) => [row.id, { monthlyPrice: Number(row.price), isFreeSubscription: row.free === true }])),
  };
}
