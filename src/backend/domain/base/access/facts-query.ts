import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { statement } from '../../../db/statement.ts';
import { agreedPlans, agreedPrices } from './agreed-prices.ts';
import { usableOffers } from './usable-offers.ts';
import { sealedItems } from './sealed-query.ts';

/**
 * A subscription gives access until its period ends, whatever its state says: a job updates the state a
 * little later.
 */
export const live = sql`state IN ('active', 'past_due', 'cancelled') AND period_end > `;

const viewer = sql`${sql.placeholder('viewer')}::uuid`;
const places = sql`${sql.placeholder('places')}::text::text[]`;
const owners = sql`ANY (${sql.placeholder('owners')}::text::uuid[])`;
const itemIds = sql`ANY (${sql.placeholder('items')}::text::uuid[])`;
const moment = sql`${sql.placeholder('moment')}::timestamptz`;
const fileIds = sql`ANY (${sql.placeholder('files')}::text::uuid[])`;

/**
 * An account gets a creator's free subscription once. After that, only the paid one is offered, and so it is to whoever
 * pays already or has a renewal to pay.
 */
export const hadFree = (owner: SQL | AnyPgColumn): SQL<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM subscriptions f WHERE f.user_id = ${viewer} AND f.performer_id = ${owner}
    AND ((f.type = 'free' AND f.state <> 'incomplete') OR (f.type NOT IN ('free', 'gift') AND f.state IN ('active', 'past_due'))))`;

/** What the viewer pays a creator instead of the creator's prices. */
export const agreedWith = (owner: SQL | AnyPgColumn) =>
  agreedPrices({ performerId: owner, userId: viewer, moment });

export interface FactRow {
  fact: string;
  id: string;
  price: number | null;
  free: boolean | null;
}

/** Everything the access rule needs to know, as rows. */
export const factsQuery = statement<
  FactRow,
  {
    viewer: string | null;
    places: string | null;
    owners: string;
    items: string;
    files: string;
    moment: string;
  }
>(
  'access_facts',
  sql`
  SELECT 'offer' AS fact, p.account_id AS id, p.monthly_price AS price, p.is_free_subscription AND NOT ${hadFree(sql`p.account_id`)} AS free
    FROM performers p JOIN accounts a ON a.id = p.account_id WHERE p.account_id = ${owners} AND p.verification_state = 'approved' AND a.suspended_at IS NULL
  UNION ALL SELECT 'discount', o.performer_id, max(o.percent), NULL FROM ${usableOffers({ performerId: owners, userId: viewer, moment })}
    AND (o.plan IS NULL OR o.plan = 'monthly') GROUP BY o.performer_id
  UNION ALL SELECT 'agreed:' || plan.type, s.performer_id, plan.price, NULL FROM ${agreedPlans({ performerId: owners, userId: viewer, moment })}
  UNION ALL SELECT 'country', blocker_id, NULL, NULL FROM country_blocks WHERE country = ANY (${places}) AND blocker_id = ${owners}
  UNION ALL SELECT 'follow', performer_id, NULL, NULL FROM follows WHERE follower_id = ${viewer} AND performer_id = ${owners}
  UNION ALL SELECT 'subscription', performer_id, NULL, NULL FROM subscriptions
    WHERE user_id = ${viewer} AND performer_id = ${owners} AND ${live}${moment}
  UNION ALL SELECT 'block', blocker_id, NULL, NULL FROM account_blocks WHERE blocked_id = ${viewer} AND blocker_id = ${owners}
  UNION ALL SELECT 'block', blocked_id, NULL, NULL FROM account_blocks WHERE blocker_id = ${viewer} AND blocked_id = ${owners}
  UNION ALL SELECT kind, item_id, NULL, NULL FROM purchases WHERE account_id = ${viewer} AND item_id = ${itemIds} AND reversed_at IS NULL
  UNION ALL SELECT 'file', f.file_id, NULL, NULL FROM purchase_files f JOIN purchases p ON p.id = f.purchase_id
    WHERE f.account_id = ${viewer} AND f.file_id = ${fileIds} AND p.reversed_at IS NULL
  UNION ALL SELECT 'sealed:' || kind, item_id, NULL, NULL FROM (${sealedItems(itemIds)}) AS s`,
);
