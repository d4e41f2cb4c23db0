import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { countDays, plusMonths } from '#lib/utc-days.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { planCut, startOfOwnDay, viewerToday } from '../../../kernel/local-days.ts';
import { leftBetween, loadCohorts, membersAt } from '../../trade/subscriptions/members.ts';
import { checkDays, rangeTimes } from './ranges.ts';
import { viewsByWeekHour } from './views-query.ts';

type Audience = ReplySource<'GET /performer/statistics/audience'>;

const cohortMonths = 12;
const averageMonthDays = 365.25 / 12;
const hoursAWeek = 168;

/**
 * Views by hour of the viewer's week, beginning with Monday, 0:00. They were counted by hour in UTC: where a zone's
 * hours begin within one, it goes to the hour that its middle is in.
 */
async function viewsByHour(ctx: UserCtx, range: { from: string; to: string }): Promise<number[]> {
  const rows = await viewsByWeekHour(ctx.db, ctx.viewer.id, { cut: planCut(ctx, range), ...range });
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
