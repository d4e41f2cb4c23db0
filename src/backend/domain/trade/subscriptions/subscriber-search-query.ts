import { type SQL, sql } from 'drizzle-orm';
import type { ParsedInput } from '#contract/core/registry.ts';
import type { SubscriberSort } from '#contract/trade/subscriptions.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { matchesText } from '../../../db/matches-text.ts';
import { idList } from '../../../db/prepared.ts';

type Search = ParsedInput<'GET /subscriptions/performer/search'>['query'];

/**
 * What fans brought a creator according to the ledger, as in the earnings: after commission and refunds.
 * `whom` is a condition on `t.actor_id`.
 */
const spending = (performerId: string, whom: SQL) => sql`
  SELECT t.actor_id AS id, sum(p.amount) AS spend
  FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id JOIN ledger_accounts a ON a.id = p.account_id
  WHERE t.performer_id = ${performerId} AND ${whom} AND t.kind IN ('charge', 'subscription', 'refund', 'dispute') AND a.kind = 'earnings' AND a.owner_id = ${performerId}
  GROUP BY t.actor_id`;

/** What some fans brought a creator, since a time or ever. */
export function selectSpending(
  db: Db,
  performerId: string,
  { fans, since }: { fans: readonly string[]; since: string | null },
): Promise<{ id: string; spend: string }[]> {
  const lately = since === null ? sql`` : sql`AND t.created_at >= ${since}::timestamptz`;
  return fetchRows(
    db.execute(spending(performerId, sql`t.actor_id = ANY (${idList(fans)}::text::uuid[]) ${lately}`)),
  );
}

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

/** A page of the subscriptions that a creator looks for. */
export function selectFound(db: Db, performerId: string, query: Search): Promise<{ id: string }[]> {
  const spent =
    query.sort === 'spend'
      ? sql`LEFT JOIN (${spending(performerId, sql`t.actor_id IS NOT NULL`)}) AS spent ON spent.id = s.user_id`
      : sql``;
  return fetchRows(
    db.execute(sql`
    SELECT s.id FROM subscriptions s ${spent} WHERE ${matching(performerId, query)} ORDER BY ${orders[query.sort]} LIMIT ${query.limit} OFFSET ${query.offset}`),
  );
}

/** The subscriptions that a creator looks for, to be counted. */
export const rowsFound = (performerId: string, query: Search): SQL =>
  sql`SELECT 1 FROM subscriptions s WHERE ${matching(performerId, query)}`;
