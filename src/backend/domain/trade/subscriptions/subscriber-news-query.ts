import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';
import { type Cut, dayAt } from '../../../kernel/local-days.ts';
import { unblocked } from '../../base/access/block-rules.ts';
import type { SubscriptionRow } from './slots.ts';

interface Failed {
  count: number;
  deadline: string | null;
}

/** Subscriptions to a creator whose renewal failed, counted up to `most`, and when the next attempt is. */
export async function countFailed(db: Db, performerId: string, most: number): Promise<Failed | undefined> {
  const [row] = await fetchRows<Failed>(
    db.execute(sql`
    SELECT count(*)::int AS count, min(next_attempt_at) AS deadline FROM (
      SELECT next_attempt_at FROM subscriptions WHERE performer_id = ${performerId} AND state = 'past_due' LIMIT ${most}) AS failed`),
  );
  return row;
}

/** A creator's newest subscribers, without closed accounts and people one of both blocked. */
export const selectNewest = (
  db: Db,
  performerId: string,
  count: number,
): Promise<{ id: string; type: SubscriptionRow['type']; at: string | Date }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT s.user_id AS id, s.type, s.started_at AS at FROM subscriptions s JOIN accounts a ON a.id = s.user_id
    WHERE s.performer_id = ${performerId} AND s.state <> 'incomplete' AND s.state <> 'expired' AND a.suspended_at IS NULL
      AND ${unblocked(sql`s.user_id`, sql`s.performer_id`)}
    ORDER BY s.started_at DESC, s.id DESC LIMIT ${count}`),
  );

/** A creator's subscriptions whose paid time ended for good, by day. */
export const countLost = (
  db: Db,
  performerId: string,
  { cut, from, to }: { cut: Cut; from: string; to: string },
): Promise<{ day: string; count: number }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT ${dayAt(cut, sql`s.period_end`)} AS day, count(*)::int AS count FROM subscriptions s
    WHERE s.performer_id = ${performerId} AND s.state = 'expired' AND s.period_end >= ${from}::timestamptz AND s.period_end < ${to}::timestamptz
      AND EXISTS (SELECT 1 FROM ledger_transactions p WHERE p.subject_id = s.id AND p.performer_id = s.performer_id AND p.kind = 'subscription')
    GROUP BY 1`),
  );
