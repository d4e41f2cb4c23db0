import { type SQL, sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';
import {
  daysThatDiffer,
  monthsThatDiffer,
  quartersThatDiffer,
  topsThatDiffer,
} from '../earnings/day-rules-query.ts';
import { site } from '../../base/ledger/ledger.ts';
import { meterRules } from './meter-rules-query.ts';
import { payoutRules } from './payout-rules-query.ts';

/**
 * What must always be true of all money: I1 sums, I2 balances, I3 provider events, I4 purchases and coupons,
 * I5 auctions, message requests, and referrals.
 */
export interface Finding {
  readonly rule: 'I1' | 'I2' | 'I3' | 'I4' | 'I5';
  readonly detail: string;
}

const unlocked = sql`('feed', 'video', 'gallery', 'message', 'stream')`;
const ordered = sql`('product', 'auction')`;
const notReversed = sql`NOT EXISTS (SELECT 1 FROM ledger_transactions undone WHERE undone.reverses_id = t.id)`;

/** Each query finds violations, from the postings alone, and describes them in a sentence. */
const rules: readonly { readonly rule: Finding['rule']; readonly find: SQL }[] = [
  {
    rule: 'I1',
    find: sql`
    SELECT 'transaction ' || transaction_id || ' sums to ' || sum(amount) || ' ' || unit AS detail FROM ledger_postings GROUP BY transaction_id, unit HAVING sum(amount) <> 0`,
  },
  {
    rule: 'I1',
    find: sql`
    SELECT 'transaction ' || t.id || ' has no postings' AS detail FROM ledger_transactions t WHERE NOT EXISTS (SELECT 1 FROM ledger_postings p WHERE p.transaction_id = t.id)`,
  },
  {
    rule: 'I2',
    find: sql`
    SELECT a.kind || ' ' || a.id || ' says ' || a.balance || ', its postings ' || coalesce(sum(p.amount), 0) AS detail
    FROM ledger_accounts a LEFT JOIN ledger_postings p ON p.account_id = a.id WHERE a.balance IS NOT NULL GROUP BY a.id HAVING coalesce(sum(p.amount), 0) <> a.balance`,
  },
  {
    rule: 'I2',
    find: sql`
    SELECT kind || ' ' || id || ' is below zero: ' || balance AS detail FROM ledger_accounts WHERE kind IN ('wallet', 'wallet_held') AND balance < 0`,
  },
  {
    rule: 'I2',
    find: sql`
    SELECT 'posting ' || seq || ' says ' || balance_after || ' after it, the postings before it ' || running AS detail
    FROM (SELECT seq, balance_after, sum(amount) OVER (PARTITION BY account_id ORDER BY seq) AS running FROM ledger_postings WHERE balance_after IS NOT NULL) p WHERE running <> balance_after`,
  },
  { rule: 'I2', find: daysThatDiffer },
  { rule: 'I2', find: quartersThatDiffer },
  { rule: 'I2', find: monthsThatDiffer },
  { rule: 'I2', find: topsThatDiffer },
  {
    rule: 'I3',
    find: sql`
    SELECT 'transaction ' || t.id || ' took ' || -p.amount || ' from outside without a provider event' AS detail
    FROM ledger_postings p JOIN ledger_transactions t ON t.id = p.transaction_id WHERE p.account_id = ${site.gateway.id} AND p.amount < 0 AND t.provider_event_id IS NULL
      AND NOT (t.kind = 'payout_paid' AND t.reverses_id IS NOT NULL)`,
  },
  {
    rule: 'I3',
    find: sql`
    SELECT 'provider event ' || e.id || ' of a payment had no effect' AS detail
    FROM provider_events e WHERE e.payment_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ledger_transactions t WHERE t.provider_event_id = e.id)`,
  },
  {
    rule: 'I3',
    find: sql`
    SELECT 'dispute ' || d.id || ' is lost, its payment stands' AS detail FROM disputes d JOIN payments x ON x.id = d.payment_id JOIN ledger_transactions t ON t.id = x.transaction_id
    WHERE d.state = 'lost' AND ${notReversed}`,
  },
  {
    rule: 'I3',
    find: sql`
    SELECT 'transaction ' || t.id || ' undid a payment without a lost dispute' AS detail FROM ledger_transactions t
    WHERE t.kind = 'dispute' AND NOT EXISTS (SELECT 1 FROM disputes d WHERE d.transaction_id = t.id AND d.state = 'lost')`,
  },
  {
    rule: 'I3',
    find: sql`
    SELECT 'payment ' || x.id || ' of ' || x.amount || ' took ' || -p.amount AS detail
    FROM payments x JOIN ledger_postings p ON p.transaction_id = x.transaction_id AND p.account_id = ${site.gateway.id} WHERE -p.amount <> x.amount`,
  },
  {
    rule: 'I4',
    find: sql`
    SELECT 'charge ' || t.id || ' opened nothing' AS detail FROM ledger_transactions t
    WHERE t.kind = 'charge' AND t.subject IN ${unlocked} AND ${notReversed} AND NOT EXISTS (SELECT 1 FROM purchases b WHERE b.transaction_id = t.id AND b.reversed_at IS NULL)
      AND NOT EXISTS (SELECT 1 FROM meter_charges c WHERE c.transaction_id = t.id)`,
  },
  {
    rule: 'I4',
    find: sql`
    SELECT 'purchase ' || b.id || ' stands without a payment' AS detail FROM purchases b
    WHERE b.reversed_at IS NULL AND NOT EXISTS (SELECT 1 FROM ledger_transactions t WHERE t.id = b.transaction_id AND t.subject_id = b.item_id AND ${notReversed})`,
  },
  {
    rule: 'I5',
    find: sql`
    SELECT 'wallet_held of ' || coalesce(held.owner_id, led.bidder_id) || ' says ' || coalesce(held.balance, 0) || ', the bids that lead, requests that wait and meters that are open ' || coalesce(led.amount, 0) AS detail
    FROM (SELECT owner_id, balance FROM ledger_accounts WHERE kind = 'wallet_held') held
    FULL JOIN (
      SELECT bidder_id, sum(amount) AS amount FROM (
        SELECT bidder_id, amount FROM bids WHERE result = 'leading'
        UNION ALL SELECT sender_id, price FROM message_requests WHERE state = 'pending'
        UNION ALL SELECT account_id, held_tokens FROM stream_meters WHERE state = 'open') AS claims GROUP BY bidder_id HAVING sum(amount) > 0) led ON led.bidder_id = held.owner_id
    WHERE coalesce(held.balance, 0) <> coalesce(led.amount, 0)`,
  },
  {
    rule: 'I5',
    find: sql`
    SELECT 'request in conversation ' || r.conversation_id || ' is ' || r.state || ' for ' || r.price || ', on hold for it is ' || coalesce(sums.held, 0) AS detail
    FROM message_requests r LEFT JOIN (
      SELECT t.subject_id, sum(p.amount) AS held FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id
        JOIN ledger_accounts a ON a.id = p.account_id AND a.kind = 'wallet_held'
      WHERE t.subject = 'first_message' GROUP BY t.subject_id) sums ON sums.subject_id = r.conversation_id
    WHERE coalesce(sums.held, 0) <> CASE r.state WHEN 'pending' THEN r.price ELSE 0 END`,
  },
  {
    rule: 'I5',
    find: sql`
    SELECT 'first message ' || t.id || ' belongs to no accepted request' AS detail FROM ledger_transactions t
    WHERE t.kind = 'charge' AND t.subject = 'first_message' AND NOT EXISTS (SELECT 1 FROM message_requests r WHERE r.transaction_id = t.id AND r.state = 'accepted')`,
  },
  {
    rule: 'I5',
    find: sql`
    SELECT 'request in conversation ' || r.conversation_id || ' is ' || r.state || ' for ' || r.price || ', charged for it is ' || coalesce(-sum(p.amount), 0) AS detail
    FROM message_requests r LEFT JOIN (ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id AND a.kind = 'wallet') ON p.transaction_id = r.transaction_id AND a.owner_id = r.sender_id
    GROUP BY r.conversation_id HAVING coalesce(-sum(p.amount), 0) <> CASE r.state WHEN 'accepted' THEN r.price ELSE 0 END`,
  },
  {
    rule: 'I5',
    find: sql`
    SELECT 'sale at auction ' || t.id || ' came to no order' AS detail FROM ledger_transactions t
    WHERE t.kind = 'charge' AND t.subject = 'auction' AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.transaction_id = t.id)`,
  },
  {
    rule: 'I4',
    find: sql`
    SELECT 'charge ' || t.id || ' has no order' AS detail FROM ledger_transactions t
    WHERE t.kind = 'charge' AND t.subject IN ${ordered} AND ${notReversed} AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.transaction_id = t.id AND o.state <> 'refunded')`,
  },
  {
    rule: 'I4',
    find: sql`
    SELECT 'order ' || o.number || ' is ' || o.state || ', its payment ' || CASE WHEN o.state = 'refunded' THEN 'stands' ELSE 'was given back' END AS detail
    FROM orders o JOIN ledger_transactions t ON t.id = o.transaction_id WHERE (o.state = 'refunded') = (${notReversed})`,
  },
  {
    rule: 'I4',
    find: sql`
    SELECT 'order ' || o.number || ' says ' || o.total || ' tokens, its payment ' || coalesce(-sum(p.amount), 0) AS detail
    FROM orders o LEFT JOIN (ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id AND a.kind IN ('wallet', 'wallet_held')) ON p.transaction_id = o.transaction_id AND a.owner_id = o.buyer_id
    GROUP BY o.id HAVING coalesce(-sum(p.amount), 0) <> o.total`,
  },
  {
    rule: 'I4',
    find: sql`
    SELECT 'order ' || o.number || ' notes ' || coalesce(noted.tokens, 0) || ' tokens refunded in part, its ledger rows ' || coalesce(sums.tokens, 0) AS detail
    FROM orders o
    LEFT JOIN (SELECT order_id, sum(tokens) AS tokens FROM order_events GROUP BY order_id) noted ON noted.order_id = o.id
    LEFT JOIN (
      SELECT t.part_of_id, sum(p.amount) AS tokens FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id JOIN ledger_accounts a ON a.id = p.account_id AND a.kind IN ('wallet', 'wallet_held')
      WHERE t.part_of_id IS NOT NULL GROUP BY t.part_of_id) sums ON sums.part_of_id = o.transaction_id
    WHERE coalesce(noted.tokens, 0) <> coalesce(sums.tokens, 0) OR coalesce(sums.tokens, 0) > o.total`,
  },
  {
    rule: 'I4',
    find: sql`
    SELECT 'order ' || o.number || ' is refunded, its problem ' || o.problem_state AS detail FROM orders o WHERE o.state = 'refunded' AND o.problem_state <> 'closed'`,
  },
  {
    rule: 'I4',
    find: sql`
    SELECT 'order ' || o.number || ' of a download opened nothing' AS detail FROM orders o
    WHERE o.snapshot->>'type' = 'digital' AND o.state <> 'refunded' AND NOT EXISTS (SELECT 1 FROM purchases b WHERE b.transaction_id = o.transaction_id AND b.reversed_at IS NULL)`,
  },
  {
    rule: 'I5',
    find: sql`
    SELECT 'referral ' || coalesce(r.id::text, sums.subject_id::text, 'of nobody') || ' says ' || coalesce(r.paid, 0) || ' and ' || coalesce(r.tokens, 0) || ' tokens paid, its ledger rows ' || coalesce(sums.paid, 0) || ' and ' || coalesce(sums.tokens, 0) AS detail
    FROM referrals r FULL JOIN (
      SELECT t.subject_id, coalesce(-sum(p.amount) FILTER (WHERE p.account_id = ${site.commission.id}), 0) AS paid, coalesce(sum(p.amount) FILTER (WHERE a.kind = 'wallet'), 0) AS tokens
      FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id JOIN ledger_accounts a ON a.id = p.account_id WHERE t.kind = 'referral' GROUP BY t.subject_id) sums ON sums.subject_id = r.id
    WHERE r.id IS NULL OR r.paid <> coalesce(sums.paid, 0) OR r.tokens <> coalesce(sums.tokens, 0)`,
  },
  {
    rule: 'I5',
    find: sql`
    SELECT 'referral ' || r.id || ' counted a commission of ' || r.commission || ', its sources ' || coalesce(sum(c.commission), 0) AS detail
    FROM referrals r LEFT JOIN referral_credits c ON c.referral_id = r.id GROUP BY r.id HAVING coalesce(sum(c.commission), 0) <> r.commission`,
  },
  {
    rule: 'I4',
    find: sql`
    SELECT 'coupon ' || c.code || ' says ' || c.uses || ' uses, its rows ' || count(u.id) AS detail
    FROM coupons c LEFT JOIN coupon_uses u ON u.coupon_id = c.id AND u.state IN ('reserved', 'used') GROUP BY c.id HAVING count(u.id) <> c.uses`,
  },
  {
    rule: 'I4',
    find: sql`
    SELECT 'payment ' || x.id || ' is ' || x.state || ' with ' || x.discount || ' off, its coupon ' || coalesce(u.state || ' with ' || u.discount, 'none') AS detail
    FROM payments x LEFT JOIN coupon_uses u ON u.payment_id = x.id
    WHERE coalesce(u.discount, 0) <> x.discount OR (u.state = 'reserved' AND x.state IN ('succeeded', 'declined')) OR (u.state = 'used' AND x.state <> 'succeeded')`,
  },
  ...meterRules,
  ...payoutRules,
];

/** What breaks the rules: at most 20 findings of each. */
export async function findBrokenRules(db: Db): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { rule, find } of rules) {
    const rows = await fetchRows<{ detail: string }>(db.execute(sql`${find} LIMIT 20`));
    findings.push(...rows.map(({ detail }) => ({ rule, detail })));
  }
  return findings;
}
