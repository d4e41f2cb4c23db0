import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';
import type { accountDeletions } from '../../../db/schema/accounts.ts';

interface Awaited {
  orders: number;
  problems: number;
  auctions: number;
  bids: number;
  streams: number;
  private_hosted: number;
  private_joined: number;
}

/** What others are waiting for from an account. */
export async function countAwaited(db: Db, accountId: string): Promise<Awaited | undefined> {
  const me = sql`${accountId}::uuid`;
  const [counts] = await fetchRows<Awaited>(
    db.execute(sql`
    SELECT
      (SELECT count(*)::int FROM orders WHERE seller_id = ${me} AND state IN ('paid', 'accepted')) AS orders,
      (SELECT count(*)::int FROM orders WHERE seller_id = ${me} AND problem_state = 'open') AS problems,
      (SELECT count(*)::int FROM auctions WHERE performer_id = ${me} AND state = 'live' AND bid_count > 0) AS auctions,
      (SELECT count(*)::int FROM auctions WHERE leader_id = ${me} AND state = 'live') AS bids,
      (SELECT count(*)::int FROM streams WHERE performer_id = ${me} AND state IN ('live', 'interrupted')) AS streams,
      (SELECT count(*)::int FROM private_streams WHERE performer_id = ${me} AND state IN ('accepted', 'live', 'paused')) AS private_hosted,
      (SELECT count(*)::int FROM private_streams WHERE account_id = ${me} AND state IN ('accepted', 'live', 'paused')) AS private_joined`),
  );
  return counts;
}

interface Unsettled {
  bought: number;
  shipped: number;
  payouts: number;
  operator: number;
}

/** What of an account’s own has to be settled before it goes for good. */
export async function countUnsettled(db: Db, accountId: string): Promise<Unsettled | undefined> {
  const me = sql`${accountId}::uuid`;
  const [counts] = await fetchRows<Unsettled>(
    db.execute(sql`
    SELECT
      (SELECT count(*)::int FROM orders WHERE buyer_id = ${me} AND (state IN ('paid', 'accepted', 'shipped') OR problem_state <> 'closed')) AS bought,
      (SELECT count(*)::int FROM orders WHERE seller_id = ${me} AND (state = 'shipped' OR problem_state IN ('answered', 'escalated'))) AS shipped,
      (SELECT count(*)::int FROM payout_requests WHERE performer_id = ${me} AND state IN ('pending', 'approved', 'processing')) AS payouts,
      (SELECT count(*)::int FROM operators WHERE account_id = ${me}) AS operator`),
  );
  return counts;
}

/** What puts off the deletion of an account. */
export function findWaits(
  db: Db,
  accountId: string,
): Promise<{ wait: NonNullable<(typeof accountDeletions.$inferSelect)['heldBy']> }[]> {
  const me = sql`${accountId}::uuid`;
  return fetchRows(
    db.execute(sql`
    SELECT 'case' AS wait WHERE EXISTS (SELECT 1 FROM moderation_cases WHERE account_id = ${me} AND state = 'open')
      OR EXISTS (SELECT 1 FROM moderation_decisions WHERE account_id = ${me} AND state = 'proposed')
      OR EXISTS (SELECT 1 FROM moderation_appeals WHERE account_id = ${me} AND state = 'pending')
    UNION ALL SELECT 'dispute' WHERE EXISTS (
      SELECT 1 FROM disputes d JOIN payments p ON p.id = d.payment_id WHERE p.account_id = ${me} AND d.state = 'open')
    UNION ALL SELECT 'money' WHERE EXISTS (SELECT 1 FROM payments WHERE account_id = ${me} AND state = 'pending')
      OR EXISTS (SELECT 1 FROM payout_requests WHERE performer_id = ${me} AND state IN ('pending', 'approved', 'processing'))
      OR EXISTS (SELECT 1 FROM ledger_accounts WHERE owner_id = ${me} AND kind IN ('wallet_held', 'payout') AND balance <> 0)
    UNION ALL SELECT 'order' WHERE EXISTS (
      SELECT 1 FROM orders WHERE ${me} IN (buyer_id, seller_id) AND (state IN ('paid', 'accepted', 'shipped') OR problem_state <> 'closed'))
      OR EXISTS (SELECT 1 FROM auctions WHERE state IN ('live', 'ended') AND bid_count > 0 AND ${me} IN (performer_id, leader_id))`),
  );
}
