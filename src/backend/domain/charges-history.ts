import { sql } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/registry';
import type { ChargeKind, WalletRow } from '#contract/payment';
import type { UserCtx } from '../context.ts';
import { rowsOf } from '../db/db.ts';
import { invalid } from '../errors.ts';
import { performerCards } from './cards.ts';
import { cutPage } from './keyset.ts';

interface Row {
  id: string;
  seq: string;
  kind: 'top_up' | 'charge' | 'refund' | 'grant';
  subject: string;
  subject_id: string | null;
  performer_id: string | null;
  description: string;
  tokens: string;
  balance_after: string;
  created_at: Date | string;
}

function shownKind(row: Row): WalletRow['kind'] {
  if (row.kind === 'charge') return row.subject as ChargeKind;
  return row.kind === 'grant' ? 'bonus' : row.kind;
}

/** The ledger's own sequence is the order of a wallet's postings, so that each balance follows from the one below. */
function readSeq(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw invalid('cursor', 'This page link isn’t valid any more. Start from the first page.');
  return Number(cursor);
}

type Query = ParsedInput<'GET /wallet/charges/search'>['query'];

function filterOf({ kind }: Query) {
  if (kind === undefined) return sql``;
  return kind === 'top_up' || kind === 'refund' ? sql`AND t.kind = ${kind}` : sql`AND t.kind = 'charge' AND t.subject = ${kind}`;
}

/** Every token that came or went, newest first, with the balance after. */
export async function searchCharges(ctx: UserCtx, query: Query): Promise<ReplySource<'GET /wallet/charges/search'>> {
  const beyond = query.cursor === undefined ? sql`` : sql`AND p.seq < ${readSeq(query.cursor)}`;
  const mine = sql`FROM ledger_postings p JOIN ledger_transactions t ON t.id = p.transaction_id
    WHERE p.account_id = (SELECT id FROM ledger_accounts WHERE kind = 'wallet' AND owner_id = ${ctx.viewer.id}) ${filterOf(query)}`;
  const rows = await rowsOf<Row>(ctx.db.execute(sql`
    SELECT t.id, p.seq, t.kind, t.subject, t.subject_id, t.performer_id, t.description, p.amount AS tokens, p.balance_after, t.created_at
    ${mine} ${beyond} ORDER BY p.seq DESC LIMIT ${query.limit + 1} OFFSET ${query.cursor === undefined ? query.offset : 0}`));
  const page = cutPage(rows, query.limit, (last) => last.seq);
  const [counted] = await rowsOf<{ total: number }>(ctx.db.execute(sql`SELECT count(*)::int AS total ${mine}`));
  const cards = await performerCards(ctx, page.rows.flatMap((row) => row.performer_id ?? []));
  const data = page.rows.map((row) => ({
    _id: row.id, kind: shownKind(row), description: row.description, performer: cards.get(row.performer_id ?? '') ?? null,
    itemId: row.kind === 'charge' || row.kind === 'refund' ? row.subject_id : null,
    tokens: Number(row.tokens), balanceAfter: Number(row.balance_after), createdAt: new Date(row.created_at).toISOString(),
  }));
  return { data, total: counted?.total ?? 0, nextCursor: page.nextCursor };
}
