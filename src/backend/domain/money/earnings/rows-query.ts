import { sql } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import { readCursor } from '../../../kernel/keyset.ts';
import { inProblem } from './balance-query.ts';
import {
  type EarningFilter,
  type EarningSource,
  type Range,
  amounts,
  instant,
  isOfItem,
  matching,
} from './rows.ts';
import type { SumRow } from './sums-query.ts';

type Found = ReplySource<'GET /performer/earning/search'>;
type Query = ParsedInput<'GET /performer/earning/search'>['query'];
/** What is sold. Tips on a post or in a stream are part of what it earned. */
export type EarningKind = 'feed' | 'video' | 'gallery' | 'product' | 'message' | 'stream' | 'auction';

export interface OfCreator {
  readonly performerId: string;
  readonly kind: EarningKind;
}

interface Row {
  id: string;
  source: EarningSource;
  description: string;
  actor_id: string | null;
  item_kind: NonNullable<Found['data'][number]['item']>['kind'] | null;
  item_id: string | null;
  net: string;
  commission: string;
  in_problem: boolean;
  created_at: Date | string;
}

/** A page of a creator's ledger rows, and the first row of the next one. */
export function pageOfRows(
  db: Db,
  performerId: string,
  { cursor, offset, limit, ...filter }: Query,
): Promise<Row[]> {
  const after = cursor === undefined ? null : readCursor(cursor);
  const afterCursor = after
    ? sql`AND (t.created_at, t.id) < (${instant(after.createdAt.toISOString())}, ${after.id}::uuid)`
    : sql``;
  return fetchRows(
    db.execute(sql`
    SELECT t.*, sums.net, sums.commission, t.id IN (SELECT transaction_id FROM orders WHERE seller_id = ${performerId} AND ${inProblem}) AS in_problem FROM (
      SELECT t.id, t.kind, CASE t.kind WHEN 'charge' THEN t.subject WHEN 'dispute' THEN 'refund' WHEN 'payout_returned' THEN 'payout' ELSE t.kind END AS source,
        t.description, t.actor_id, t.created_at, CASE WHEN ${isOfItem} THEN t.subject END AS item_kind, CASE WHEN ${isOfItem} THEN t.subject_id END AS item_id
      FROM ledger_transactions t WHERE ${matching(performerId, filter)} ${afterCursor} ORDER BY t.created_at DESC, t.id DESC LIMIT ${limit + 1} OFFSET ${after ? 0 : offset}) AS t
    ${amounts(performerId)} ORDER BY t.created_at DESC, t.id DESC`),
  );
}

/** The totals of all rows that match. */
export async function sumMatching(db: Db, performerId: string, filter: EarningFilter): Promise<SumRow> {
  const [row] = await fetchRows<SumRow>(
    db.execute(sql`
    SELECT coalesce(sum(sums.net + sums.commission), 0) AS gross, coalesce(sum(sums.commission), 0) AS commission, coalesce(sum(sums.net), 0) AS net, count(*) AS count
    FROM ledger_transactions t ${amounts(performerId)} WHERE ${matching(performerId, filter)}`),
  );
  return row ?? { gross: '0', commission: '0', net: '0', count: 0 };
}

/** Subscriptions whose paid time ended for good in the range. */
export async function countLost(db: Db, performerId: string, range: Range): Promise<number> {
  const [row] = await fetchRows<{ lost: number }>(
    db.execute(
      sql`SELECT count(*)::int AS lost FROM ledger_transactions t WHERE ${matching(performerId, { ...range, subscribers: 'lost' })}`,
    ),
  );
  return row?.lost ?? 0;
}

/** What items of a kind earned, tips on them included. */
export const sumByItemId = (
  db: Db,
  { performerId, kind }: OfCreator,
  itemIds: readonly string[],
): Promise<{ id: string; net: string }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT t.subject_id AS id, sum(sums.net) AS net FROM ledger_transactions t ${amounts(performerId)}
    WHERE t.performer_id = ${performerId} AND t.subject_id = ANY (${idList(itemIds)}::text::uuid[])
      AND t.subject IN (${kind}, 'tip') AND ${isOfItem} GROUP BY t.subject_id`),
  );
