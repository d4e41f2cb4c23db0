import { type SQL, sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';
import { type Cut, clockTime } from '../../../kernel/local-days.ts';

const stamp = (time: Date): SQL => sql`${time.toISOString()}::timestamptz`;
/** Subscriptions to a creator that are or were paid for. */
const paid = (performerId: string): SQL =>
  sql`performer_id = ${performerId} AND type NOT IN ('free', 'gift') AND state <> 'incomplete'`;

interface Members {
  subscribers: number;
  revenue: string;
}

/** A creator's paying subscribers at a time, and what they pay a month. */
export async function countMembers(db: Db, performerId: string, time: Date): Promise<Members | undefined> {
  const [row] = await fetchRows<Members>(
    db.execute(sql`
    SELECT count(*)::int AS subscribers, coalesce(round(sum(price / CASE type WHEN 'yearly' THEN 12.0 WHEN 'semiannual' THEN 6.0 WHEN 'quarterly' THEN 3.0 ELSE 1.0 END)), 0) AS revenue FROM subscriptions
    WHERE ${paid(performerId)} AND started_at < ${stamp(time)} AND period_end >= ${stamp(time)}`),
  );
  return row;
}

/** How many of those who subscribed at `from` had left for good before `to`. */
export async function countLeft(
  db: Db,
  performerId: string,
  { from, to }: { from: Date; to: Date },
): Promise<number> {
  const [row] = await fetchRows<{ left: number }>(
    db.execute(sql`
    SELECT count(*)::int AS left FROM subscriptions
    WHERE ${paid(performerId)} AND state = 'expired' AND started_at < ${stamp(from)} AND period_end >= ${stamp(from)} AND period_end < ${stamp(to)}`),
  );
  return row?.left ?? 0;
}

/** Paying subscribers by the month they began in, and how many of them were still there after each month. */
export const selectCohorts = (
  db: Db,
  performerId: string,
  { cut, since, now, months }: { cut: Cut; since: Date; now: Date; months: number },
): Promise<{ month: string; after: number; old: number; kept: number }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT to_char(${clockTime(cut, sql`started_at`)}, 'YYYY-MM') AS month, after, count(*)::int AS old,
      count(*) FILTER (WHERE period_end > started_at + make_interval(months => after))::int AS kept
    FROM subscriptions CROSS JOIN generate_series(0, ${months - 1}::int) AS after
    WHERE ${paid(performerId)} AND started_at >= ${stamp(since)} AND started_at + make_interval(months => after) <= ${stamp(now)}
    GROUP BY 1, 2 ORDER BY 1, 2`),
  );
