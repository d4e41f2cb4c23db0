import { sql } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { ChargeKind, Opens, WalletRow } from '#contract/money/wallet.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { invalid } from '../../../kernel/errors.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import {
  type RefundColumns,
  historyFilter,
  refundColumns,
  refundJoin,
  refundView,
} from '../../base/ledger/history-filters.ts';
import { cutPage } from '../../../kernel/keyset.ts';
import { undoUntil } from './tip-undo.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

interface Row extends RefundColumns {
  id: string;
  seq: string;
  kind: 'top_up' | 'charge' | 'refund' | 'grant' | 'referral' | 'hold' | 'release' | 'dispute' | 'adjustment';
  subject: string;
  subject_id: string | null;
  performer_id: string | null;
  description: string;
  tokens: string;
  balance_after: string;
  created_at: Date | string;
  /** The order that the charge paid for. */
  order_id: string | null;
  /** The conversation of the message that the charge unlocked, or in which the tip was given. */
  conversation_id: string | null;
  /** The stream that the ticket is for, or during which the tip was given. */
  stream_id: string | null;
  private_stream_id: string | null;
}

function shownKind(row: Row): WalletRow['kind'] {
  if (row.kind === 'charge') return row.subject as ChargeKind;
  return row.kind === 'grant' ? 'bonus' : row.kind;
}

type OpensKind = Opens['kind'];
const pages: Partial<Record<string, OpensKind>> = {
  feed: 'feed',
  video: 'video',
  gallery: 'gallery',
  product: 'product',
  auction: 'auction',
  hold: 'auction',
  release: 'auction',
  first_message: 'conversation',
};

/** Whether the row is about an item that can be opened. */
const isAbout = ({ kind }: Row): boolean =>
  !['top_up', 'grant', 'referral', 'dispute', 'adjustment'].includes(kind);
/** Whether it is a card payment or its refund. */
const byCard = ({ kind, subject }: Row): boolean =>
  kind === 'top_up' || ((kind === 'refund' || kind === 'dispute') && subject === 'top_up');
/** Whether the row is a tip to a creator. A tip on a post is about the post. */
const isForCreator = ({ subject, subject_id, performer_id }: Row): boolean =>
  subject === 'tip' && subject_id === performer_id;

/** Where the row's subject can be opened. An order, conversation or stream takes precedence. */
function findOpens(row: Row): Opens | null {
  if (byCard(row)) return { kind: 'receipt', _id: row.id };
  for (const [kind, id] of [
    ['order', row.order_id],
    ['conversation', row.conversation_id],
    ['private-stream', row.private_stream_id],
    ['stream', row.stream_id],
  ] as const)
    if (id) return { kind, _id: id };
  if (isForCreator(row) && row.performer_id) return { kind: 'performer', _id: row.performer_id };
  const page = row.subject === 'tip' ? 'feed' : pages[row.subject];
  return page && row.subject_id ? { kind: page, _id: row.subject_id } : null;
}

/**
 * Parses a cursor: the ledger's sequence number, which orders a wallet's postings so that each balance
 * follows from the one below it.
 * @throws AppError 422
 */
function readSeq(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor))
    throw invalid('cursor', 'This page link isn’t valid anymore. Start from the first page.');
  return Number(cursor);
}

type Query = ParsedInput<'GET /wallet/charges/search'>['query'];
const plainKinds: Partial<Record<string, string>> = {
  top_up: 'top_up',
  refund: 'refund',
  bonus: 'grant',
  referral: 'referral',
  hold: 'hold',
  release: 'release',
  dispute: 'dispute',
  adjustment: 'adjustment',
};

function kindFilter({ kind }: Query) {
  if (kind === undefined) return sql``;
  const plain = plainKinds[kind];
  return plain === undefined
    ? sql`AND t.kind = 'charge' AND t.subject = ${kind}`
    : sql`AND t.kind = ${plain}`;
}

const isTip = (row: Row): boolean =>
  row.kind === 'charge' && row.subject === 'tip' && row.refunded_at === null;

/** Until when a tip can be undone; null for anything else and when it is too late. */
function undoableUntil(row: Row, { time, seconds }: { time: Date; seconds: number }): string | null {
  const until = isTip(row) ? undoUntil(new Date(row.created_at), seconds) : null;
  return until !== null && new Date(until) > time ? until : null;
}

/** All token movements, newest first, each with the balance after it. */
export async function searchCharges(
  ctx: UserCtx,
  query: Query,
): Promise<ReplySource<'GET /wallet/charges/search'>> {
  const afterCursor = query.cursor === undefined ? sql`` : sql`AND p.seq < ${readSeq(query.cursor)}`;
  const mine = sql`p.account_id = (SELECT id FROM ledger_accounts WHERE kind = 'wallet' AND owner_id = ${ctx.viewer.id}) ${kindFilter(query)} ${historyFilter(query)}`;
  const [found, total, { tipUndoSeconds }] = await Promise.all([
    fetchRows<Row>(
      ctx.db.execute(sql`
      SELECT t.id, p.seq, t.kind, t.subject, t.subject_id, t.performer_id, t.description, p.amount AS tokens, p.balance_after, t.created_at, ${refundColumns},
        (SELECT o.id FROM orders o WHERE t.subject IN ('product', 'auction') AND o.transaction_id = coalesce(t.reverses_id, t.part_of_id, t.id)) AS order_id,
        (SELECT m.conversation_id FROM messages m WHERE m.id = CASE t.subject WHEN 'message' THEN t.subject_id
          WHEN 'tip' THEN (SELECT x.message_id FROM message_tips x WHERE x.transaction_id = coalesce(t.reverses_id, t.id)) END) AS conversation_id,
        (SELECT s.id FROM streams s WHERE s.id = CASE t.subject WHEN 'stream' THEN t.subject_id
          WHEN 'tip' THEN (SELECT x.stream_id FROM stream_tips x WHERE x.transaction_id = coalesce(t.reverses_id, t.id)) END) AS stream_id,
        (SELECT s.id FROM private_streams s WHERE t.subject = 'stream' AND s.id = t.subject_id) AS private_stream_id
      FROM ledger_postings p JOIN ledger_transactions t ON t.id = p.transaction_id ${refundJoin}
      WHERE ${mine} ${afterCursor} ORDER BY p.seq DESC LIMIT ${query.limit + 1} OFFSET ${query.cursor === undefined ? query.offset : 0}`),
    ),
    cappedTotal(
      ctx,
      sql`SELECT 1 FROM ledger_postings p JOIN ledger_transactions t ON t.id = p.transaction_id WHERE ${mine}`,
      query,
    ),
    ctx.settings.all(),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, (last) => String(last.seq));
  const cards = await performerCards(
    ctx,
    rows.flatMap((row) => row.performer_id ?? []),
  );
  const when = { time: now(ctx), seconds: tipUndoSeconds };
  const data = rows.map((row) => ({
    _id: row.id,
    kind: shownKind(row),
    description: row.description,
    performer: cards.get(row.performer_id ?? '') ?? null,
    itemId: isAbout(row) ? row.subject_id : null,
    opens: findOpens(row),
    tokens: Number(row.tokens),
    balanceAfter: Number(row.balance_after),
    undoUntil: undoableUntil(row, when),
    ...refundView(row),
    createdAt: new Date(row.created_at).toISOString(),
  }));
  return { data, total, nextCursor };
}
