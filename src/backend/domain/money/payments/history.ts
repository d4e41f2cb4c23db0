import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import { refundView } from '../../base/ledger/history-filters.ts';
import { cutPage, encodeCursor } from '../../../kernel/keyset.ts';
import { cappedTotal } from '../../../kernel/paging.ts';
import { type CardPayment, anyPaidByCard, ofPayer, pageOfPayments } from './history-query.ts';

const toKeyset = (row: CardPayment) => ({ createdAt: new Date(row.created_at), id: row.id });

/**
 * The viewer's card payments, newest first: ledger transactions that went through the gateway. Refunds are
 * negative.
 */
export async function searchTransactions(
  ctx: UserCtx,
  query: ParsedInput<'GET /payment/transactions/user/search'>['query'],
): Promise<ReplySource<'GET /payment/transactions/user/search'>> {
  const mine = ofPayer(ctx.viewer.id, query);
  const rows = await pageOfPayments(ctx.db, mine, query);
  const page = cutPage(rows, query.limit, (last) => encodeCursor(toKeyset(last)));
  const total = await cappedTotal(ctx, anyPaidByCard(mine), query);
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
