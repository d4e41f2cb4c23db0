import { type SQL, sql } from 'drizzle-orm';
import { site } from '../../base/ledger/ledger.ts';

const open = sql`('pending', 'approved', 'processing')`;

/** What must always be true of payouts and adjustments. Each query finds violations. */
export const payoutRules: readonly { readonly rule: 'I5'; readonly find: SQL }[] = [
  {
    rule: 'I5',
    find: sql`
    SELECT 'payout of ' || coalesce(aside.owner_id, asked.performer_id) || ' says ' || coalesce(aside.balance, 0) || ', the open requests ' || coalesce(asked.amount, 0) AS detail
    FROM (SELECT owner_id, balance FROM ledger_accounts WHERE kind = 'payout') aside
    FULL JOIN (SELECT performer_id, sum(amount) AS amount FROM payout_requests WHERE state IN ${open} GROUP BY performer_id) asked ON asked.performer_id = aside.owner_id
    WHERE coalesce(aside.balance, 0) <> coalesce(asked.amount, 0)`,
  },
  {
    rule: 'I5',
    find: sql`SELECT count(*) || ' payouts of ' || performer_id || ' are open' AS detail FROM payout_requests WHERE state IN ${open} GROUP BY performer_id HAVING count(*) > 1`,
  },
  // What one request put on hold and what was paid out of it, from its own transactions alone.
  {
    rule: 'I5',
    find: sql`
    SELECT 'payout ' || r.id || ' is ' || r.state || ' over ' || r.amount || ', its entries set aside ' || coalesce(sum(p.amount) FILTER (WHERE a.kind = 'payout'), 0)
      || ' and paid ' || coalesce(sum(p.amount) FILTER (WHERE a.id = ${site.gateway.id}), 0) AS detail
    FROM payout_requests r
    LEFT JOIN ledger_transactions t ON t.subject = 'payout' AND t.subject_id = r.id AND t.performer_id = r.performer_id
    LEFT JOIN ledger_postings p ON p.transaction_id = t.id LEFT JOIN ledger_accounts a ON a.id = p.account_id
    GROUP BY r.id
    HAVING coalesce(sum(p.amount) FILTER (WHERE a.kind = 'payout'), 0) <> CASE WHEN r.state IN ${open} THEN r.amount ELSE 0 END
      OR coalesce(sum(p.amount) FILTER (WHERE a.id = ${site.gateway.id}), 0) <> CASE WHEN r.state = 'paid' THEN r.amount ELSE 0 END`,
  },
  {
    rule: 'I5',
    find: sql`
    SELECT 'payout entry ' || t.id || ' belongs to no request' AS detail FROM ledger_transactions t
    WHERE t.kind IN ('payout', 'payout_returned', 'payout_paid') AND NOT EXISTS (SELECT 1 FROM payout_requests r WHERE r.id = t.subject_id AND r.performer_id = t.performer_id)`,
  },
  // Refunds can make a balance negative later, but nobody is ever paid more than they earned.
  {
    rule: 'I5',
    find: sql`
    SELECT 'payouts of ' || paid.performer_id || ' come to ' || paid.amount || ', all that was ever earned to ' || coalesce(earned.amount, 0) AS detail
    FROM (SELECT performer_id, sum(amount) AS amount FROM payout_requests WHERE state = 'paid' OR state IN ${open} GROUP BY performer_id) paid
    LEFT JOIN (
      SELECT a.owner_id, sum(p.amount) AS amount FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id AND a.kind = 'earnings' JOIN ledger_transactions t ON t.id = p.transaction_id
      WHERE p.amount > 0 AND t.kind NOT IN ('payout', 'payout_returned') GROUP BY a.owner_id) earned ON earned.owner_id = paid.performer_id
    WHERE paid.amount > coalesce(earned.amount, 0)`,
  },
  {
    rule: 'I5',
    find: sql`
    SELECT 'adjustment ' || coalesce(x.id, t.subject_id) || ' says ' || coalesce(x.amount, 0) || ', its entry moved ' || coalesce(sum(p.amount), 0) AS detail
    FROM (SELECT * FROM adjustments WHERE state = 'approved') x
    FULL JOIN (SELECT * FROM ledger_transactions WHERE kind = 'adjustment') t ON t.id = x.transaction_id AND t.subject_id = x.id
    LEFT JOIN ledger_accounts a ON a.owner_id = x.account_id AND a.kind = x.purse
    LEFT JOIN ledger_postings p ON p.transaction_id = t.id AND p.account_id = a.id
    GROUP BY x.id, x.amount, t.subject_id HAVING coalesce(x.amount, 0) <> coalesce(sum(p.amount), 0) OR x.id IS NULL`,
  },
];
