import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';
import { withParts } from '../../base/ledger/ledger.ts';

/** SQL condition on an order: what it earned is on hold until its problem is closed. */
export const inProblem = sql`problem_state IN ('open', 'answered', 'escalated')`;

interface Row {
  total: string;
  set_aside: string;
  in_problems: string;
  holds: { amount: string | number; oldest: string; newest: string }[] | null;
}

/**
 * A creator's balance, and what was earned since a time and is on hold by day. A single statement, so that a concurrent
 * sale or refund is counted everywhere or nowhere.
 */
export async function findBalance(db: Db, performerId: string, since: string): Promise<Row | undefined> {
  const [row] = await fetchRows<Row>(
    db.execute(sql`
    WITH sale AS (
      SELECT transaction_id FROM orders WHERE seller_id = ${performerId} AND ${inProblem}),
    net AS (
      -- Without what was refunded in part.
      SELECT t.id, t.created_at, p.amount, t.id IN (SELECT transaction_id FROM sale) AS in_problem FROM (
        SELECT id, created_at FROM ledger_transactions
        WHERE performer_id = ${performerId} AND kind IN ('charge', 'subscription', 'referral') AND created_at > ${since}::timestamptz
        UNION SELECT id, created_at FROM ledger_transactions WHERE id IN (SELECT transaction_id FROM sale)) AS t
      -- Looked up per transaction, because all postings of the accounts would be years of sales.
      CROSS JOIN LATERAL (
        SELECT sum(amount) AS amount FROM ledger_postings
        WHERE transaction_id = ANY (${withParts(sql`t.id`)}) AND account_id = ANY (ARRAY(SELECT id FROM ledger_accounts WHERE kind = 'earnings' AND owner_id = ${performerId}))) AS p
      WHERE p.amount > 0 AND (SELECT undone.id FROM ledger_transactions undone WHERE undone.reverses_id = t.id) IS NULL),
    held AS (
      SELECT sum(amount) AS amount, min(created_at) AS oldest, max(created_at) AS newest FROM net WHERE NOT in_problem GROUP BY (created_at AT TIME ZONE 'UTC')::date)
    SELECT (SELECT coalesce(sum(balance), 0) FROM ledger_accounts WHERE kind = 'earnings' AND owner_id = ${performerId}) AS total,
      (SELECT coalesce(sum(balance), 0) FROM ledger_accounts WHERE kind = 'payout' AND owner_id = ${performerId}) AS set_aside,
      (SELECT coalesce(sum(amount), 0) FROM net WHERE in_problem) AS in_problems,
      (SELECT json_agg(json_build_object('amount', amount, 'oldest', oldest, 'newest', newest) ORDER BY oldest) FROM held) AS holds`),
  );
  return row;
}
