import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { ChargeKind, Opens, WalletRow } from '#contract/money/wallet.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import { refundView } from '../../base/ledger/history-filters.ts';
import { cutPage } from '../../../kernel/keyset.ts';
import { type Movement, anyMovement, ofWallet, pageOfMovements } from './charge-history-query.ts';
import { undoUntil } from './tip-undo.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

function shownKind(row: Movement): WalletRow['kind'] {
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
const isAbout = ({ kind }: Movement): boolean =>
  !['top_up', 'grant', 'referral', 'dispute', 'adjustment'].includes(kind);
/** Whether it is a card payment or its refund. */
const byCard = ({ kind, subject }: Movement): boolean =>
  kind === 'top_up' || ((kind === 'refund' || kind === 'dispute') && subject === 'top_up');
/** Whether the row is a tip to a creator. A tip on a post is about the post. */
const isForCreator = ({ subject, subject_id, performer_id }: Movement): boolean =>
  subject === 'tip' && subject_id === performer_id;

/** Where the row's subject can be opened. An order, conversation or stream takes precedence. */
function findOpens(row: Movement): Opens | null {
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
const isTip = (row: Movement): boolean =>
  row.kind === 'charge' && row.subject === 'tip' && row.refunded_at === null;

/** Until when a tip can be undone; null for anything else and when it is too late. */
function undoableUntil(row: Movement, { time, seconds }: { time: Date; seconds: number }): string | null {
  const until = isTip(row) ? undoUntil(new Date(row.created_at), seconds) : null;
  return until !== null && new Date(until) > time ? until : null;
}

/** All token movements, newest first, each with the balance after it. */
export async function searchCharges(
  ctx: UserCtx,
  query: Query,
): Promise<ReplySource<'GET /wallet/charges/search'>> {
  const beforeSeq = query.cursor === undefined ? null : readSeq(query.cursor);
  const mine = ofWallet(ctx.viewer.id, query);
  const [found, total, { tipUndoSeconds }] = await Promise.all([
    pageOfMovements(ctx.db, mine, { ...query, beforeSeq }),
    cappedTotal(ctx, anyMovement(mine), query),
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
