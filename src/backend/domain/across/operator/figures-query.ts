import { sql } from 'drizzle-orm';
import type { DayFigures } from '#contract/across/operator/background.ts';
import { type Db, fetchRows } from '../../../db/db.ts';

/** A day and its figures as text, because the database sums to more than an integer. */
type DayRow = Record<keyof DayFigures, string>;

/**
 * Figures of every day in a range. Money is read from the daily totals of `earnings/days.ts`, so an operator
 * and a creator see the same day; referral rewards and payouts are no sales and left out.
 */
export const selectDays = (db: Db, { from, to }: { from: string; to: string }): Promise<DayRow[]> =>
  fetchRows(
    db.execute(sql`
  WITH days AS (SELECT generate_series(${from}::date, ${to}::date - 1, '1 day')::date AS day),
  joined AS (
    SELECT (created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS joined, count(*) FILTER (WHERE is_performer) AS creators
    FROM accounts WHERE created_at >= ${from}::date::timestamp AT TIME ZONE 'UTC' AND created_at < ${to}::date::timestamp AT TIME ZONE 'UTC' GROUP BY 1),
  seen AS (SELECT day, sum(accounts) AS active FROM active_days WHERE day >= ${from}::date AND day < ${to}::date GROUP BY 1),
  money AS (
    SELECT day, sum(gross) FILTER (WHERE source <> 'refund') AS gross, sum(commission) AS commission, -sum(gross) FILTER (WHERE source = 'refund') AS refunds
    FROM earning_days WHERE day >= ${from}::date AND day < ${to}::date AND source NOT IN ('referral', 'payout', 'adjustment') GROUP BY 1)
  SELECT days.day::text AS day, coalesce(active, 0) AS active, coalesce(joined, 0) AS joined, coalesce(creators, 0) AS "performersJoined",
    coalesce(gross, 0) AS gross, coalesce(commission, 0) AS commission, coalesce(refunds, 0) AS refunds
  FROM days LEFT JOIN joined USING (day) LEFT JOIN seen USING (day) LEFT JOIN money USING (day) ORDER BY days.day`),
  );
