import type { Tokens } from '#lib/units.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { leastCharge } from '#config/currencies.ts';
import { firstPrice } from '#lib/plans/first-price.ts';
import type { AccessView, Audience } from '#contract/core/schemas.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { idList } from '../../../db/prepared.ts';
import { placeList } from '../../../kernel/whereabouts.ts';
import type { AgreedPrices } from './agreed-prices.ts';
import { type FactRow, factsQuery, live } from './facts-query.ts';
import { type Offer, isAgreement, offersIn } from './viewer-offers.ts';

export { agreedWith, hadFree, live } from './facts-query.ts';
export { followedBy, followedOwners, subscribedOwners } from './followed-query.ts';

/** Anything a creator publishes, reduced to what the access rule needs. */
export interface Item {
  readonly kind: 'feed' | 'video' | 'gallery' | 'photo' | 'product' | 'auction' | 'message' | 'stream';
  readonly id: string;
  readonly ownerId: string;
  readonly audience: Audience;
  /** In tokens; 0 when the item isn't sold separately. */
  readonly price: Tokens;
  readonly includedInSubscription: boolean;
  readonly isPublished: boolean;
  /** The files sold with it. Files the viewer bought with another item aren't charged again. */
  readonly fileIds: readonly string[];
}
/** Everything the access rule needs to know about one viewer and some items and creators. */
export interface Facts {
  readonly viewerId: string | null;
  readonly follows: ReadonlySet<string>;
  readonly subscribes: ReadonlySet<string>;
  /** `kind:id` of the items the viewer bought. */
  readonly purchases: ReadonlySet<string>;
  /** The items' files that were included in any of the viewer's purchases. */
  readonly files: ReadonlySet<string>;
  /** `kind:id` of the items that were taken down as illegal. */
  readonly sealed: ReadonlySet<string>;
  /** Creators who blocked the viewer or were blocked by them. */
  readonly blocks: ReadonlySet<string>;
  /** Creators who block the viewer's place. */
  readonly countries: ReadonlySet<string>;
  /** Approved, unsuspended creators only. Nobody else's items are visible. */
  readonly offers: ReadonlyMap<string, Offer>;
  /** How many tokens 1.00 of the currency buys; used to sort the access options by cost. */
  readonly tokenRate: number;
  readonly currency: string;
}

const allow = (reason: AccessView['reason']): AccessView => ({ allowed: true, reason, routes: [] });
const refuse = (reason: AccessView['reason'], routes: AccessView['routes'] = []): AccessView => ({
  allowed: false,
  reason,
  routes,
});

/** Why the creator is closed to the viewer, or null. Purchased items stay readable regardless. */
export function ownerClosed(facts: Facts, ownerId: string): 'blocked' | 'country' | null {
  if (facts.viewerId === ownerId) return null;
  if (facts.blocks.has(ownerId)) return 'blocked';
  return facts.countries.has(ownerId) ? 'country' : null;
}

/** Whether the viewer may see this creator, and the creator is approved. Other profiles are never shown. */
export const isOpenTo = (facts: Facts, ownerId: string): boolean =>
  facts.offers.has(ownerId) && ownerClosed(facts, ownerId) === null;

export const subscribesTo = (facts: Facts, ownerId: string): boolean => facts.subscribes.has(ownerId);

export const followsIn = (facts: Facts, ownerId: string): boolean => facts.follows.has(ownerId);

/**
 * Whether a creator's free subscription is still open to the viewer, who gets it once. Creators themselves, and
 * whoever sees one that isn't approved, see what was set.
 */
export const isFreeOpen = (facts: Facts, ownerId: string): boolean =>
  facts.viewerId === ownerId || (facts.offers.get(ownerId)?.isFreeSubscription ?? true);

/** What the viewer pays a creator instead of the creator's prices. */
export const agreedIn = (facts: Facts, ownerId: string): AgreedPrices =>
  facts.offers.get(ownerId)?.agreed ?? {};

/** Whether the viewer is one of the creator's fans: follows or subscribes. */
export const isFan = (facts: Facts, ownerId: string): boolean =>
  followsIn(facts, ownerId) || subscribesTo(facts, ownerId);

export const hasBought = (facts: Facts, { kind, id }: Pick<Item, 'kind' | 'id'>): boolean =>
  facts.purchases.has(`${kind}:${id}`);

/** A hypothetical subscriber with no purchases: what the rule allows them is what a subscription includes. */
export const assumeSubscriber = (ownerId: string): Facts => ({
  viewerId: null,
  follows: new Set(),
  subscribes: new Set([ownerId]),
  purchases: new Set(),
  files: new Set(),
  sealed: new Set(),
  blocks: new Set(),
  countries: new Set(),
  offers: new Map([[ownerId, { monthlyPrice: 0, isFreeSubscription: false }]]),
  tokenRate: 1,
  currency: '',
});

type AccessOption = AccessView['routes'][number];

function subscribeOption(facts: Facts, ownerId: string): AccessOption[] {
  const offer = facts.offers.get(ownerId);
  if (!offer) return [];
  if (offer.isFreeSubscription) return [{ need: 'subscribe-free', price: 0, unit: 'money' }];
  const { agreed, percent = 0 } = offer;
  const full = agreed?.monthly ?? offer.monthlyPrice;
  if (full === null) return [];
  const price = firstPrice(full, percent, leastCharge(facts.currency));
  return [{ need: 'subscribe', price, unit: 'money', ...(price < full && { then: full }) }];
}

/**
 * Sorts the access options by cost; options of equal cost keep their order, in which the easier one comes
 * first.
 */
function accessOptions(facts: Facts, options: AccessOption[]): AccessOption[] {
  const cents = ({ unit, price }: AccessOption) =>
    unit === 'token' ? (price * 100) / facts.tokenRate : price;
  return options.sort((a, b) => cents(a) - cents(b));
}

/**
 * The price without files already bought elsewhere, in proportion to the number of files. Whole tokens,
 * rounded up.
 */
function priceLeft(facts: Facts, item: Item): number {
  const left = item.fileIds.filter((id) => !facts.files.has(id)).length;
  return left === item.fileIds.length ? item.price : Math.ceil((item.price * left) / item.fileIds.length);
}

function decidePaidAccess(facts: Facts, item: Item): AccessView {
  if (item.includedInSubscription && facts.subscribes.has(item.ownerId)) return allow('included');
  const price = priceLeft(facts, item);
  if (price === 0) return allow('purchased');
  const buy: AccessOption = { need: 'purchase', price, unit: 'token' };
  return refuse(
    'locked',
    accessOptions(
      facts,
      item.includedInSubscription ? [buy, ...subscribeOption(facts, item.ownerId)] : [buy],
    ),
  );
}

function decideAudienceAccess(facts: Facts, item: Item): AccessView {
  if (item.audience === 'public') return allow('free');
  if (facts.subscribes.has(item.ownerId)) return allow('subscriber');
  if (item.audience === 'subscribers') return refuse('locked', subscribeOption(facts, item.ownerId));
  if (facts.follows.has(item.ownerId)) return allow('follower');
  return refuse(
    'locked',
    accessOptions(facts, [
      { need: 'follow', price: 0, unit: 'money' },
      ...subscribeOption(facts, item.ownerId),
    ]),
  );
}

/**
 * The access rule: whether the viewer may read the item, why, and every way to get access. Nothing else
 * decides this. Price takes precedence over audience: an item with a price is opened by buying it, or by
 * subscribing if the creator includes it. What was taken down as illegal is closed to its creator and buyers, too.
 */
export function decideAccess(facts: Facts, item: Item): AccessView {
  if (facts.sealed.has(`${item.kind}:${item.id}`)) return refuse('unpublished');
  if (facts.viewerId === item.ownerId) return allow('owner');
  if (hasBought(facts, item)) return allow('purchased');
  const closed = ownerClosed(facts, item.ownerId);
  if (closed) return refuse(closed);
  if (!item.isPublished || !facts.offers.has(item.ownerId)) return refuse('unpublished');
  return item.price > 0 ? decidePaidAccess(facts, item) : decideAudienceAccess(facts, item);
}

/**
 * Whether the viewer may read one file of an item. A file bought with another item is readable here too,
 * wherever the item is visible.
 */
export const readsFile = (facts: Facts, access: AccessView, fileId: string): boolean =>
  access.allowed || (access.reason === 'locked' && facts.files.has(fileId));

/**
 * Whether an item exists for the viewer. A locked one does; one that is blocked, closed to the country, or
 * unpublished doesn't.
 */
export const isShown = ({ access }: { readonly access: Pick<AccessView, 'allowed' | 'reason'> }): boolean =>
  access.allowed || access.reason === 'locked';

/** `purchased` if the viewer bought the item. Its public parts then stay visible even after a block. */
export const savedBy = ({ reason }: AccessView): AccessView['reason'] | undefined =>
  reason === 'purchased' ? reason : undefined;

/** Like `readsFile`, together with the reason that goes into the file's URL. */
export function decideReading(
  facts: Facts,
  access: AccessView,
  fileId: string,
): { readable: boolean; by: AccessView['reason'] } {
  return { readable: readsFile(facts, access, fileId), by: access.allowed ? access.reason : 'purchased' };
}

const viewer = sql`${sql.placeholder('viewer')}::uuid`;
const places = sql`${sql.placeholder('places')}::text::text[]`;

/** Sorts the query's rows into the sets the rule reads. */
function collect(
  rows: readonly FactRow[],
  freeAllowed: boolean,
): Omit<Facts, 'viewerId' | 'tokenRate' | 'currency'> {
  const facts = {
    follows: new Set<string>(),
    subscribes: new Set<string>(),
    blocks: new Set<string>(),
    countries: new Set<string>(),
    purchases: new Set<string>(),
    files: new Set<string>(),
    sealed: new Set<string>(),
  };
  const sets: Record<string, Set<string> | undefined> = {
    follow: facts.follows,
    subscription: facts.subscribes,
    block: facts.blocks,
    country: facts.countries,
    file: facts.files,
  };
  for (const { fact, id } of rows) {
    const set = sets[fact];
    if (set) set.add(id);
    else if (fact.startsWith('sealed:')) facts.sealed.add(`${fact.slice('sealed:'.length)}:${id}`);
    else if (fact !== 'offer' && fact !== 'discount' && !isAgreement(fact))
      facts.purchases.add(`${fact}:${id}`);
  }
  return { ...facts, offers: offersIn(rows, freeAllowed) };
}

/** Loads everything the rule needs for some items and creators in one query. */
export async function loadAccessFacts(
  ctx: Ctx,
  about: { items?: readonly Item[]; ownerIds?: readonly string[] },
): Promise<Facts> {
  const items = about.items ?? [];
  const [rows, { tokenRate, currency, freeSubscriptionEnabled }] = await Promise.all([
    factsQuery(ctx.db, {
      viewer: ctx.viewer?.id ?? null,
      places: placeList(ctx.request),
      owners: idList([...items.map((item) => item.ownerId), ...(about.ownerIds ?? [])]),
      items: idList(items.map((item) => item.id)),
      // Only for items with a price; elsewhere files aren't bought.
      files: idList(items.flatMap((item) => (item.price > 0 ? item.fileIds : []))),
      moment: now(ctx).toISOString(),
    }),
    ctx.settings.all(),
  ]);
  return { viewerId: ctx.viewer?.id ?? null, tokenRate, currency, ...collect(rows, freeSubscriptionEnabled) };
}

/** Whether everybody who may see the creator reads the item, visitors too. */
export const isFreeToAll = ({ audience, price }: Item): boolean => price === 0 && audience === 'public';

/**
 * `ownerClosed` and the exclusions from `offers` as an SQL condition on a column with the creator's id. For
 * lists paged in SQL, where filtering afterwards would leave gaps in the pages. Parameters are the
 * placeholders `viewer` and `places`. OFFSET 0 keeps each subquery from being turned into a join, which
 * would cost a page its index order.
 */
export const ownerOpen = (owner: SQL): SQL => sql`
  EXISTS (SELECT 1 FROM performers p JOIN accounts a ON a.id = p.account_id WHERE p.account_id = ${owner} AND p.verification_state = 'approved' AND a.suspended_at IS NULL OFFSET 0)
  AND NOT EXISTS (SELECT 1 FROM country_blocks c WHERE c.blocker_id = ${owner} AND c.country = ANY (${places}) AND c.blocker_id IS DISTINCT FROM ${viewer} OFFSET 0)
  AND NOT EXISTS (SELECT 1 FROM account_blocks b WHERE b.blocker_id = ${owner} AND b.blocked_id = ${viewer} OFFSET 0)
  AND NOT EXISTS (SELECT 1 FROM account_blocks b WHERE b.blocker_id = ${viewer} AND b.blocked_id = ${owner} OFFSET 0)`;

/**
 * Whether the viewer currently follows (below: subscribes to) a creator, as a query column. Placeholders
 * `viewer` and `moment`.
 */
export const followsOwner = (owner: SQL | AnyPgColumn): SQL<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM follows WHERE follower_id = ${viewer} AND performer_id = ${owner})`;
export const subscribesToOwner = (owner: SQL | AnyPgColumn): SQL<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM subscriptions WHERE user_id = ${viewer} AND performer_id = ${owner} AND ${live}${sql.placeholder('moment')}::timestamptz)`;

/** Whether a creator exists for the viewer. */
export async function isCreatorOpen(ctx: Ctx, performerId: string): Promise<boolean> {
  if (ctx.viewer?.id === performerId) return true;
  return isOpenTo(await loadAccessFacts(ctx, { ownerIds: [performerId] }), performerId);
}
