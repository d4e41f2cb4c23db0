import { sql } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import {
  type RefundColumns,
  giftJoin,
  historyFilter,
  paidTo,
  refundColumns,
  refundJoin,
  refundView,
} from '../../base/ledger/history-filters.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { site } from '../../base/ledger/ledger.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

interface Row extends RefundColumns {
  id: string;
  kind: 'top_up' | 'subscription' | 'gift' | 'refund' | 'dispute';
  description: string;
  performer_id: string | null;
  created_at: Date | string;
  amount: string;
  tokens: string;
  card: string | null;
}

const toKeyset = (row: Row) => ({ createdAt: new Date(row.created_at), id: row.id });

/**
 * The viewer's card payments, newest first: ledger transactions that went through the gateway. Refunds are
 * negative.
 */
export async function searchTransactions(
  ctx: UserCtx,
  query: ParsedInput<'GET /payment/transactions/user/search'>['query'],
): Promise<ReplySource<'GET /payment/transactions/user/search'>> {
  const me = ctx.viewer.id;
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const afterCursor = after
    ? sql`AND (t.created_at, t.id) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const byCard = sql`FROM ledger_transactions t JOIN ledger_postings g ON g.transaction_id = t.id AND g.account_id = ${site.gateway.id}`;
  const mine = sql`WHERE t.actor_id = ${me} AND t.kind IN ('top_up', 'subscription', 'gift', 'refund', 'dispute') ${query.kind ? sql`AND t.kind = ${query.kind}` : sql``} ${historyFilter(query)}`;
  const rows = await fetchRows<Row>(
    ctx.db.execute(sql`
    SELECT t.id, t.kind, t.description, ${paidTo} AS performer_id, t.created_at, -g.amount AS amount, ${refundColumns},
      (SELECT coalesce(sum(p.amount), 0) FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id WHERE p.transaction_id = t.id AND a.kind = 'wallet') AS tokens,
      (SELECT concat_ws(' ·· ', c.brand, nullif(c.last4, '')) FROM payments x JOIN cards c ON c.id = x.card_id WHERE x.transaction_id = coalesce(t.reverses_id, t.id)) AS card
    ${byCard} ${refundJoin} ${giftJoin} ${mine} ${afterCursor} ORDER BY t.created_at DESC, t.id DESC LIMIT ${query.limit + 1} OFFSET ${after ? 0 : query.offset}`),
  );
  const page = cutPage(rows, query.limit, (last) => encodeCursor(toKeyset(last)));
  const total = await cappedTotal(ctx, sql`SELECT 1 ${byCard} ${mine}`, query);
  const cards = await performerCards(
    ctx,
    page.rows.flatMap((row) => row.performer_id ?? []),
  );
  const data = page.rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    description: row.description,
    amount: Number(row.amount),
    tokens: Number(row.tokens),
    card: row.card,
    performer: cards.get(row.performer_id ?? '') ?? null,
    ...refundView(row),
    createdAt: new Date(row.created_at).toISOString(),
  }));
  return { data, total, nextCursor: page.nextCursor };
}
