import { type SQL, sql } from 'drizzle-orm';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { readCursor } from '../../../kernel/keyset.ts';
import {
  type RefundColumns,
  giftJoin,
  historyFilter,
  paidTo,
  refundColumns,
  refundJoin,
} from '../../base/ledger/history-filters.ts';
import { site } from '../../base/ledger/ledger.ts';

type Query = ParsedInput<'GET /payment/transactions/user/search'>['query'];
export interface CardPayment extends RefundColumns {
  id: string;
  kind: 'top_up' | 'subscription' | 'gift' | 'refund' | 'dispute';
  description: string;
  performer_id: string | null;
  created_at: Date | string;
  amount: string;
  tokens: string;
  card: string | null;
}

const byCard = sql`FROM ledger_transactions t JOIN ledger_postings g ON g.transaction_id = t.id AND g.account_id = ${site.gateway.id}`;

/** WHERE: transactions of an account that went through the gateway and match. */
export const ofPayer = (me: string, query: Query): SQL =>
  sql`WHERE t.actor_id = ${me} AND t.kind IN ('top_up', 'subscription', 'gift', 'refund', 'dispute') ${query.kind ? sql`AND t.kind = ${query.kind}` : sql``} ${historyFilter(query)}`;

/** SELECT of the payments that meet a condition, to be counted. */
export const anyPaidByCard = (where: SQL): SQL => sql`SELECT 1 ${byCard} ${where}`;

/** A page of the payments that meet a condition, newest first, and the first of the next one. */
export function pageOfPayments(
  db: Db,
  where: SQL,
  query: Pick<Query, 'cursor' | 'limit' | 'offset'>,
): Promise<CardPayment[]> {
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const afterCursor = after
    ? sql`AND (t.created_at, t.id) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
    : sql``;
  return fetchRows(
    db.execute(sql`
    SELECT t.id, t.kind, t.description, ${paidTo} AS performer_id, t.created_at, -g.amount AS amount, ${refundColumns},
      (SELECT coalesce(sum(p.amount), 0) FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id WHERE p.transaction_id = t.id AND a.kind = 'wallet') AS tokens,
      (SELECT concat_ws(' ·· ', c.brand, nullif(c.last4, '')) FROM payments x JOIN cards c ON c.id = x.card_id WHERE x.transaction_id = coalesce(t.reverses_id, t.id)) AS card
    ${byCard} ${refundJoin} ${giftJoin} ${where} ${afterCursor} ORDER BY t.created_at DESC, t.id DESC LIMIT ${query.limit + 1} OFFSET ${after ? 0 : query.offset}`),
  );
}
