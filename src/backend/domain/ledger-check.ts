import { type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../context.ts';
import { rowsOf } from '../db/db.ts';
import { site } from './ledger.ts';

/** I1 sums, I2 balances, I3 provider events, I4 purchases: what must hold of all money at every moment. */
export interface Finding {
  readonly rule: 'I1' | 'I2' | 'I3' | 'I4';
  readonly detail: string;
}

const bought = sql`('feed', 'product', 'video', 'gallery', 'message', 'stream')`;
const notReversed = sql`NOT EXISTS (SELECT 1 FROM ledger_transactions undone WHERE undone.reverses_id = t.id)`;

/** Each looks for what must not be there, from the postings alone, and says it in a sentence. */
const rules: readonly { readonly rule: Finding['rule']; readonly find: SQL }[] = [
  { rule: 'I1', find: sql`
    SELECT 'transaction ' || transaction_id || ' sums to ' || sum(amount) || ' ' || unit AS detail FROM ledger_postings GROUP BY transaction_id, unit HAVING sum(amount) <> 0` },
  { rule: 'I1', find: sql`
    SELECT 'transaction ' || t.id || ' has no postings' AS detail FROM ledger_transactions t WHERE NOT EXISTS (SELECT 1 FROM ledger_postings p WHERE p.transaction_id = t.id)` },
  { rule: 'I2', find: sql`
    SELECT a.kind || ' ' || a.id || ' says ' || a.balance || ', its postings ' || coalesce(sum(p.amount), 0) AS detail
    FROM ledger_accounts a LEFT JOIN ledger_postings p ON p.account_id = a.id WHERE a.balance IS NOT NULL GROUP BY a.id HAVING coalesce(sum(p.amount), 0) <> a.balance` },
  { rule: 'I2', find: sql`
    SELECT kind || ' ' || id || ' is below zero: ' || balance AS detail FROM ledger_accounts WHERE kind IN ('wallet', 'wallet_held') AND balance < 0` },
  { rule: 'I2', find: sql`
    SELECT 'posting ' || seq || ' says ' || balance_after || ' after it, the postings before it ' || running AS detail
    FROM (SELECT seq, balance_after, sum(amount) OVER (PARTITION BY account_id ORDER BY seq) AS running FROM ledger_postings WHERE balance_after IS NOT NULL) p WHERE running <> balance_after` },
  { rule: 'I3', find: sql`
    SELECT 'transaction ' || t.id || ' took ' || -p.amount || ' from outside without a provider event' AS detail
    FROM ledger_postings p JOIN ledger_transactions t ON t.id = p.transaction_id WHERE p.account_id = ${site.gateway.id} AND p.amount < 0 AND t.provider_event_id IS NULL` },
  { rule: 'I3', find: sql`
    SELECT 'provider event ' || e.id || ' of a payment had no effect' AS detail
    FROM provider_events e WHERE e.payment_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ledger_transactions t WHERE t.provider_event_id = e.id)` },
  { rule: 'I4', find: sql`
    SELECT 'charge ' || t.id || ' opened nothing' AS detail FROM ledger_transactions t
    WHERE t.kind = 'charge' AND t.subject IN ${bought} AND ${notReversed} AND NOT EXISTS (SELECT 1 FROM purchases b WHERE b.transaction_id = t.id AND b.reversed_at IS NULL)` },
  { rule: 'I4', find: sql`
    SELECT 'purchase ' || b.id || ' stands without a payment' AS detail FROM purchases b
    WHERE b.reversed_at IS NULL AND NOT EXISTS (SELECT 1 FROM ledger_transactions t WHERE t.id = b.transaction_id AND t.subject_id = b.item_id AND ${notReversed})` },
];

/** Recomputes everything from the postings; empty when it all adds up. At most 20 findings a rule. */
export async function checkLedger(ctx: Ctx): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { rule, find } of rules) {
    const rows = await rowsOf<{ detail: string }>(ctx.db.execute(sql`${find} LIMIT 20`));
    findings.push(...rows.map(({ detail }) => ({ rule, detail })));
  }
  return findings;
}
