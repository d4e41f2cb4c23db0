import { type SQL, sql } from 'drizzle-orm';
import type { StatementKind } from '#contract/money/wallet.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { giftJoin, paidTo } from '../../base/ledger/history-filters.ts';
import { site } from '../../base/ledger/ledger.ts';

export interface PaidInMonth {
  readonly kind: StatementKind;
  readonly month: string;
  readonly count: number;
  readonly tokens: string;
  readonly money: string;
  readonly since: Date | string;
}

/** Turns money that waits with the site into a sale; it was paid when the gift was bought. */
const isRedeemedGift = sql`(t.subject <> 'gift' AND EXISTS (SELECT 1 FROM ledger_postings p WHERE p.transaction_id = t.id AND p.account_id = ${site.gifts.id}))`;

/**
 * What an account paid to creators, minus refunds. Tokens are valued at the rate of the day; card payments at
 * the amount charged.
 */
const paidBy = (me: string, to: SQL) => sql`(
  SELECT CASE WHEN t.kind = 'charge' THEN t.subject ELSE t.kind END AS kind, ${paidTo} AS performer_id, t.created_at,
    coalesce((SELECT sum(p.amount) FROM ledger_postings p WHERE p.transaction_id = t.id AND p.account_id = ${site.exchangeTokens.id}), 0) AS tokens,
    coalesce((SELECT -sum(p.amount) FROM ledger_postings p WHERE p.transaction_id = t.id AND p.account_id IN (${site.exchangeMoney.id}, ${site.gateway.id})), 0) AS money
  FROM ledger_transactions t ${giftJoin} WHERE t.actor_id = ${me} AND ${to} AND t.kind IN ('charge', 'subscription', 'gift', 'refund', 'dispute') AND NOT ${isRedeemedGift}) AS paid`;

/** What the account paid the creator, per kind and month (UTC). */
export const paidByMonth = (db: Db, me: string, performerId: string): Promise<PaidInMonth[]> =>
  fetchRows(
    db.execute(sql`
  SELECT kind, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, count(*)::int AS count, sum(tokens) AS tokens, sum(money) AS money, min(created_at) AS since
  FROM ${paidBy(me, sql`${paidTo} = ${performerId}`)} GROUP BY kind, month ORDER BY month DESC, kind`),
  );

interface CreatorRow {
  readonly performer_id: string;
  readonly count: number;
  readonly tokens: string;
  readonly money: string;
  readonly last_at: Date | string;
}

/** A page of the creators that an account paid, the one paid last first. */
export const pageOfPaidCreators = (
  db: Db,
  me: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<CreatorRow[]> =>
  fetchRows(
    db.execute(sql`
      SELECT performer_id, count(*)::int AS count, sum(tokens) AS tokens, sum(money) AS money, max(created_at) AS last_at
      FROM ${paidBy(me, sql`${paidTo} IS NOT NULL`)} GROUP BY performer_id ORDER BY last_at DESC, performer_id LIMIT ${limit} OFFSET ${offset}`),
  );

export async function countPaidCreators(db: Db, me: string): Promise<number> {
  const [counted] = await fetchRows<{ total: number }>(
    db.execute(sql`
      SELECT count(DISTINCT performer_id)::int AS total FROM ${paidBy(me, sql`${paidTo} IS NOT NULL`)}`),
  );
  return counted?.total ?? 0;
}
