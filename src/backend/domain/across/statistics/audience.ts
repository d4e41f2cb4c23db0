import { sql } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { countDays, plusMonths, utcDay } from '#lib/utc-days.ts';
import { fetchRows } from '../../../db/db.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { clockTime, planCut, startOfOwnDay, viewerToday } from '../../../kernel/local-days.ts';
import { leftBetween, loadCohorts, membersAt } from '../../trade/subscriptions/members.ts';
import { checkDays, rangeTimes } from './ranges.ts';

type Audience = ReplySource<'GET /performer/statistics/audience'>;

const cohortMonths = 12;
const averageMonthDays = 365.25 / 12;
const hoursAWeek = 168;

/**
 * Views by hour of the viewer's week, beginning with Monday, 0:00. They were counted by hour in UTC: where a zone's
 * hours begin within one, it goes to the hour that its middle is in.
 */
async function viewsByHour(ctx: UserCtx, range: { from: string; to: string }): Promise<number[]> {
  const shown = clockTime(planCut(ctx, range), sql`(at + interval '30 minutes')`);
  const rows = await fetchRows<{ at: number; views: number }>(
    ctx.db.execute(sql`
    SELECT ((extract(isodow FROM shown)::int - 1) * 24 + extract(hour FROM shown)::int)::int AS at, sum(views)::int AS views FROM (
      SELECT ${shown} AS shown, views FROM (
        SELECT (day + make_interval(hours => hour)) AT TIME ZONE 'UTC' AS at, views FROM view_hours
        WHERE performer_id = ${ctx.viewer.id} AND day >= ${utcDay(new Date(range.from))}::date AND day <= ${utcDay(new Date(range.to))}::date) AS hours
      WHERE at + interval '30 minutes' >= ${range.from}::timestamptz AND at + interval '30 minutes' < ${range.to}::timestamptz) AS local GROUP BY 1`),
  );
  const hours = Array.from({ length: hoursAWeek }, () => 0);
  for (const { at, views } of rows) hours[at] = views;
  return hours;
}

/** What a subscriber pays until they leave, if they go on leaving as they did in these days. */
function lifetimeValue(
  { subscribers, monthlyRevenue }: Audience['now'],
  churn: number | null,
  days: number,
): number | null {
  if (!churn || subscribers === 0) return null;
  const monthly = (churn / 100) * (averageMonthDays / days);
  return Math.round(monthlyRevenue / subscribers / monthly);
}

/** Who stays with the viewer, and when people come. */
export async function audience(
  ctx: UserCtx,
  query: ParsedInput<'GET /performer/statistics/audience'>['query'],
): Promise<Audience> {
  const days = checkDays(query);
  const me = ctx.viewer.id;
  const time = now(ctx);
  const range = rangeTimes(ctx, days);
  const from = new Date(range.from);
  const end = new Date(Math.min(Date.parse(range.to), time.getTime()));
  const since = new Date(
    startOfOwnDay(ctx, `${plusMonths(viewerToday(ctx).slice(0, 7), 1 - cohortMonths)}-01`),
  );
  const [members, before, left, cohorts, hours] = await Promise.all([
    membersAt(ctx, me, end),
    membersAt(ctx, me, from),
    leftBetween(ctx, me, { from, to: end }),
    loadCohorts(ctx, { since, now: time, months: cohortMonths }),
    viewsByHour(ctx, range),
  ]);
  const churn = before.subscribers === 0 ? null : Math.round((left / before.subscribers) * 1000) / 10;
  return {
    now: members,
    before,
    churn,
    lifetimeValue: lifetimeValue(members, churn, countDays(days.from, days.to)),
    cohorts,
    hours,
  };
}
