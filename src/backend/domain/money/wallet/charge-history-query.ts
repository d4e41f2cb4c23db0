import { type SQL, sql } from 'drizzle-orm';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import {
  type RefundColumns,
  historyFilter,
  refundColumns,
  refundJoin,
} from '../../base/ledger/history-filters.ts';

type Query = ParsedInput<'GET /wallet/charges/search'>['query'];
export interface Movement extends RefundColumns {
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

/** SQL condition: the posting `p` of `t` moved tokens of an account's wallet and matches. */
export const ofWallet = (ownerId: string, query: Query): SQL =>
  sql`p.account_id = (SELECT id FROM ledger_accounts WHERE kind = 'wallet' AND owner_id = ${ownerId}) ${kindFilter(query)} ${historyFilter(query)}`;

/** SELECT of the movements that meet a condition, to be counted. */
export const anyMovement = (condition: SQL): SQL =>
  sql`SELECT 1 FROM ledger_postings p JOIN ledger_transactions t ON t.id = p.transaction_id WHERE ${condition}`;

interface Page extends Pick<Query, 'limit' | 'offset'> {
  readonly beforeSeq: number | null;
}
/** A page of the movements that meet a condition, newest first, and the first of the next one. */
export function pageOfMovements(
  db: Db,
  condition: SQL,
  { beforeSeq, limit, offset }: Page,
): Promise<Movement[]> {
  const afterCursor = beforeSeq === null ? sql`` : sql`AND p.seq < ${beforeSeq}`;
  return fetchRows(
    db.execute(sql`
      SELECT t.id, p.seq, t.kind, t.subject, t.subject_id, t.performer_id, t.description, p.amount AS tokens, p.balance_after, t.created_at, ${refundColumns},
        (SELECT o.id FROM orders o WHERE t.subject IN ('product', 'auction') AND o.transaction_id = coalesce(t.reverses_id, t.part_of_id, t.id)) AS order_id,
        (SELECT m.conversation_id FROM messages m WHERE m.id = CASE t.subject WHEN 'message' THEN t.subject_id
          WHEN 'tip' THEN (SELECT x.message_id FROM message_tips x WHERE x.transaction_id = coalesce(t.reverses_id, t.id)) END) AS conversation_id,
        (SELECT s.id FROM streams s WHERE s.id = CASE t.subject WHEN 'stream' THEN t.subject_id
          WHEN 'tip' THEN (SELECT x.stream_id FROM stream_tips x WHERE x.transaction_id = coalesce(t.reverses_id, t.id)) END) AS stream_id,
        (SELECT s.id FROM private_streams s WHERE t.subject = 'stream' AND s.id = t.subject_id) AS private_stream_id
      FROM ledger_postings p JOIN ledger_transactions t ON t.id = p.transaction_id ${refundJoin}
      WHERE ${condition} ${afterCursor} ORDER BY p.seq DESC LIMIT ${limit + 1} OFFSET ${beforeSeq === null ? offset : 0}`),
  );
}
