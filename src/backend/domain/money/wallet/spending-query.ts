import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';
import { site } from '../../base/ledger/ledger.ts';

interface Asked {
  readonly accountId: string;
  readonly from: Date;
  readonly to: Date;
  readonly tokenRate: number;
}

/**
 * Wallet charges (converted at the rate of the time), card subscriptions and gifts, all without what was refunded; card
 * payments in progress; all current leading bids; message requests that wait for an answer; and what is on
 * hold for private streams.
 */
export const sumSpent = (
  db: Db,
  { accountId, from, to, tokenRate }: Asked,
): Promise<{ performer_id: string | null; cents: string }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT performer_id, sum(cents) AS cents FROM (
      SELECT t.performer_id, -p.amount - coalesce((SELECT sum(q.amount) FROM ledger_transactions part JOIN ledger_postings q ON q.transaction_id = part.id AND q.account_id = p.account_id WHERE part.part_of_id = t.id), 0) AS cents
      FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id AND p.account_id IN (${site.gateway.id}, ${site.exchangeMoney.id})
      WHERE t.actor_id = ${accountId} AND t.kind IN ('charge', 'subscription') AND t.created_at >= ${from.toISOString()}::timestamptz AND t.created_at < ${to.toISOString()}::timestamptz
        AND NOT EXISTS (SELECT 1 FROM ledger_transactions undone WHERE undone.reverses_id = t.id)
      UNION ALL
      SELECT (x.intent->>'performerId')::uuid, x.amount FROM payments x WHERE x.account_id = ${accountId} AND x.kind IN ('subscription', 'gift') AND x.state IN ('pending', 'challenge')
      UNION ALL
      SELECT performer_id, price FROM gifts WHERE giver_id = ${accountId} AND state <> 'refunded' AND created_at >= ${from.toISOString()}::timestamptz AND created_at < ${to.toISOString()}::timestamptz
      UNION ALL
      SELECT performer_id, price * 100 / ${tokenRate}::bigint FROM message_requests WHERE sender_id = ${accountId} AND state = 'pending'
      UNION ALL
      SELECT s.performer_id, m.held_tokens * 100 / ${tokenRate}::bigint FROM stream_meters m JOIN private_streams s ON s.id = m.stream_id WHERE m.account_id = ${accountId} AND m.state = 'open'
      UNION ALL
      SELECT a.performer_id, b.amount * 100 / ${tokenRate}::bigint FROM bids b JOIN auctions a ON a.id = b.auction_id WHERE b.bidder_id = ${accountId} AND b.result = 'leading'
    ) AS spent GROUP BY performer_id`),
  );
