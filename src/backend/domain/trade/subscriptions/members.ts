import type { Cents } from '#lib/units.ts';
import { type SQL, sql } from 'drizzle-orm';
import { fetchRows } from '../../../db/db.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { clockTime, planCut } from '../../../kernel/local-days.ts';

const stamp = (time: Date): SQL => sql`${time.toISOString()}::timestamptz`;
/** Subscriptions to a creator that are or were paid for. */
const paid = (performerId: string): SQL =>
  sql`performer_id = ${performerId} AND type NOT IN ('free', 'gift') AND state <> 'incomplete'`;

export interface Members {
  readonly subscribers: number;
  /** What they pay a month, before commission; what is paid for several months is divided by them. */
  readonly monthlyRevenue: Cents;
}

/** A creator's paying subscribers at one moment, at the prices of their present or last period. */
export async function membersAt(ctx: Ctx, performerId: string, time: Date): Promise<Members> {
  const [row] = await fetchRows<{ subscribers: number; revenue: string }>(
    ctx.db.execute(sql`
    SELECT count(*)::int AS subscribers, coalesce(round(sum(price / CASE type WHEN 'yearly' THEN 12.0 WHEN 'semiannual' THEN 6.0 WHEN 'quarterly' THEN 3.0 ELSE 1.0 END)), 0) AS revenue FROM subscriptions
    WHERE ${paid(performerId)} AND started_at < ${stamp(time)} AND period_end >= ${stamp(time)}`),
  );
  return { subscribers: row?.subscribers ?? 0, monthlyRevenue: Number(row?.revenue ?? 0) };
}

/** How many of those who subscribed at `from` had left for good before `to`. */
export async function leftBetween(
  ctx: Ctx,
  performerId: string,
  { from, to }: { from: Date; to: Date },
): Promise<number> {
  const [row] = await fetchRows<{ left: number }>(
    ctx.db.execute(sql`
    SELECT count(*)::int AS left FROM subscriptions
    WHERE ${paid(performerId)} AND state = 'expired' AND started_at < ${stamp(from)} AND period_end >= ${stamp(from)} AND period_end < ${stamp(to)}`),
  );
  return row?.left ?? 0;
}

export interface Cohort {
  /** Such as `2026-03`. */
  readonly month: string;
  readonly joined: number;
  /** Percent after 0, 1, … months. */
  readonly kept: number[];
}

/**
 * The viewer's paying subscribers by the month they began in, and how many of them were still there after each month, of those
 * whose month that already was.
 */
export async function loadCohorts(
  ctx: UserCtx,
  { since, now, months }: { since: Date; now: Date; months: number },
): Promise<Cohort[]> {
  const cut = planCut(ctx, { from: since.toISOString(), to: now.toISOString() });
  const rows = await fetchRows<{ month: string; after: number; old: number; kept: number }>(
    ctx.db.execute(sql`
    SELECT to_char(${clockTime(cut, sql`started_at`)}, 'YYYY-MM') AS month, after, count(*)::int AS old,
      count(*) FILTER (WHERE period_end > started_at + make_interval(months => after))::int AS kept
    FROM subscriptions CROSS JOIN generate_series(0, ${months - 1}::int) AS after
    WHERE ${paid(ctx.viewer.id)} AND started_at >= ${stamp(since)} AND started_at + make_interval(months => after) <= ${stamp(now)}
    GROUP BY 1, 2 ORDER BY 1, 2`),
  );
  const cohorts = new Map<string, Cohort>();
  for (const { month, old, kept } of rows) {
    const cohort = cohorts.get(month) ?? { month, joined: old, kept: [] };
    cohort.kept.push(Math.round((kept / old) * 1000) / 10);
    cohorts.set(month, cohort);
  }
  return [...cohorts.values()];
}
