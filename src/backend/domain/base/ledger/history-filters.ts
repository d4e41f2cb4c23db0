import { type SQL, sql } from 'drizzle-orm';
import { matchesText } from '../../../db/matches-text.ts';

/** Clamped to 1970: nothing was paid before, and PostgreSQL rejects the year 0, which callers may pass. */
const instant = (iso: string): SQL =>
  sql`${new Date(Math.max(Date.parse(iso), 0)).toISOString()}::timestamptz`;

/**
 * Whom the transaction `t` paid. A gift's payment names nobody, because the creator earns it only when it is
 * redeemed. Join it with `giftJoin`.
 */
export const paidTo = sql`coalesce(t.performer_id, present.performer_id)`;
export const giftJoin = sql`LEFT JOIN gifts present ON t.subject = 'gift' AND present.id = t.subject_id`;

const isPaidTo = (performerId: string): SQL =>
  sql`(t.performer_id = ${performerId} OR (t.subject = 'gift' AND t.subject_id IN (SELECT id FROM gifts WHERE performer_id = ${performerId})))`;

export interface HistoryFilter {
  readonly performerId?: string;
  readonly from?: string;
  readonly to?: string;
  readonly q?: string;
}

/** A history's filters as SQL conditions on `ledger_transactions t`; `to` is exclusive. */
export const historyFilter = ({ performerId, from, to, q }: HistoryFilter): SQL =>
  sql.join(
    [
      performerId ? sql`AND ${isPaidTo(performerId)}` : sql``,
      from ? sql`AND t.created_at >= ${instant(from)}` : sql``,
      to ? sql`AND t.created_at < ${instant(to)}` : sql``,
      q ? sql`AND ${matchesText(q, sql`t.description`)}` : sql``,
    ],
    sql` `,
  );

/** Links between a transaction and its reversal; a partial refund links to what it refunds, too. Join `t` with `refundJoin`. */
export const refundColumns = sql`undone.created_at AS refunded_at, coalesce(t.reverses_id, t.part_of_id) AS reverses_id, original.created_at AS reversed_created_at`;
export const refundJoin = sql`LEFT JOIN ledger_transactions undone ON undone.reverses_id = t.id LEFT JOIN ledger_transactions original ON original.id = coalesce(t.reverses_id, t.part_of_id)`;

export interface RefundColumns {
  readonly refunded_at: Date | string | null;
  readonly reverses_id: string | null;
  readonly reversed_created_at: Date | string | null;
}

const iso = (moment: Date | string): string => new Date(moment).toISOString();

/** Both sides of a refund, as shown in histories. */
export const refundView = ({ refunded_at, reverses_id, reversed_created_at }: RefundColumns) => ({
  refundedAt: refunded_at === null ? null : iso(refunded_at),
  refundOf:
    reverses_id === null || reversed_created_at === null
      ? null
      : { _id: reverses_id, createdAt: iso(reversed_created_at) },
});
