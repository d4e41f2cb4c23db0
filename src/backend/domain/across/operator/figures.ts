import { sql } from 'drizzle-orm';
import type { DayFigures, SiteFigures } from '#contract/across/operator/background.ts';
import { now } from '../../../kernel/context.ts';
import { dayMs } from '../../../kernel/subscription-dates.ts';
import { fetchRows } from '../../../db/db.ts';
import { closedUntil, isFirstAddingUp } from '../../money/earnings/days.ts';
import type { OperatorCtx } from './audit.ts';

type Figures = SiteFigures['total'];
const names = ['active', 'joined', 'performersJoined', 'gross', 'commission', 'refunds'] as const;
const nothing: Figures = { active: 0, joined: 0, performersJoined: 0, gross: 0, commission: 0, refunds: 0 };

/**
 * Figures of every day in a range. Money is read from the daily totals of `earnings/days.ts`, so an operator
 * and a creator see the same day; referral rewards and payouts are no sales and left out.
 */
const selectDays = (from: string, to: string) => sql`
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
  FROM days LEFT JOIN joined USING (day) LEFT JOIN seen USING (day) LEFT JOIN money USING (day) ORDER BY days.day`;

const addUp = (days: readonly Figures[]): Figures => {
  const total = { ...nothing };
  for (const day of days) for (const name of names) total[name] += day[name];
  return total;
};
const plusDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + count * dayMs).toISOString().slice(0, 10);

/**
 * The site's last finished days and as many before them. A day is finished when it is over in UTC and its
 * sales are added up, an hour or two later.
 */
export async function siteFigures(ctx: OperatorCtx, count: number): Promise<SiteFigures> {
  const today = now(ctx).toISOString().slice(0, 10);
  const closed = await closedUntil(ctx);
  const end = closed < today && closed !== '1970-01-01' ? closed : today;
  const rows = await fetchRows<Record<keyof Figures, string> & { day: string }>(
    ctx.db.execute(selectDays(plusDays(end, -2 * count), end)),
  );
  const days = rows.map((row): DayFigures => {
    const figures = { ...nothing };
    for (const name of names) figures[name] = Number(row[name]);
    return { day: row.day, ...figures };
  });
  const [people] = await fetchRows<{ accounts: number; performers: number }>(
    ctx.db.execute(
      sql`SELECT count(*)::int AS accounts, count(*) FILTER (WHERE is_performer)::int AS performers FROM accounts WHERE suspended_at IS NULL`,
    ),
  );
  return {
    accounts: people?.accounts ?? 0,
    performers: people?.performers ?? 0,
    total: addUp(days.slice(count)),
    previous: addUp(days.slice(0, count)),
    days: days.slice(count),
    isAddingUp: await isFirstAddingUp(ctx),
  };
}
