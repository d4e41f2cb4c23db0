import { and, eq, gte, lte, min, sql } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { StatisticsStep } from '#contract/across/statistics.ts';
import { countDays, plusDays } from '#lib/utc-days.ts';
import { itemViewDays, viewDays } from '../../../db/schema/statistics.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { followersByDay } from '../../content/community/new-followers.ts';
import { isIn } from '../../money/earnings/rows.ts';
import { type DaySum, sumsByDay } from '../../money/earnings/sums.ts';
import { lostByDay } from '../../trade/subscriptions/subscriber-news.ts';
import { type Days, checkDays, daysBefore, rangeTimes } from './ranges.ts';

type Overview = ReplySource<'GET /performer/statistics'>;
type Point = Omit<Overview['series'][number], 'day' | 'previous'>;

/** The most points of a series; longer ranges get larger steps. */
const mostPoints = 400;
const stepDays: Record<StatisticsStep, number> = { day: 1, week: 7, month: 28 };

const nothing = (): Point => ({
  views: 0,
  viewers: 0,
  followers: 0,
  subscribers: { new: 0, renewed: 0, lost: 0, net: 0 },
  earned: 0,
});

function add(to: Point, { subscribers, ...figures }: Point): void {
  for (const key of ['views', 'viewers', 'followers', 'earned'] as const) to[key] += figures[key];
  for (const key of ['new', 'renewed', 'lost', 'net'] as const) to.subscribers[key] += subscribers[key];
}

function addUp(points: Iterable<Point>): Point {
  const sum = nothing();
  for (const point of points) add(sum, point);
  return sum;
}

/** What a sum of the earnings adds to a day: new and renewed are counts of payments, as there. */
const earnedPoint = ({ source, net, count }: DaySum): Partial<Point> => ({
  ...(isIn('earned', source) && { earned: net }),
  ...(source === 'subscription' && { subscribers: { new: count, renewed: 0, lost: 0, net: count } }),
  ...(source === 'renewal' && { subscribers: { new: 0, renewed: count, lost: 0, net: 0 } }),
});

const viewsByDay = (ctx: UserCtx, { from, to }: Days) =>
  ctx.db
    .select({ day: viewDays.day, views: viewDays.views, viewers: viewDays.viewers })
    .from(viewDays)
    .where(and(eq(viewDays.performerId, ctx.viewer.id), gte(viewDays.day, from), lte(viewDays.day, to)));

/** The figures of each day that has any. */
async function pointsByDay(ctx: UserCtx, days: Days): Promise<Map<string, Point>> {
  const range = rangeTimes(ctx, days);
  const [views, sums, follows, lost] = await Promise.all([
    viewsByDay(ctx, days),
    sumsByDay(ctx, range),
    followersByDay(ctx, range),
    lostByDay(ctx, range),
  ]);
  const points = new Map<string, Point>();
  const put = (day: string, figures: Partial<Point>) => {
    const point = points.get(day) ?? nothing();
    add(point, { ...nothing(), ...figures });
    points.set(day, point);
  };
  for (const { day, ...figures } of views) put(day, figures);
  for (const sum of sums) put(sum.day, earnedPoint(sum));
  for (const { day, count } of follows) put(day, { followers: count });
  for (const { day, count } of lost)
    put(day, { subscribers: { new: 0, renewed: 0, lost: count, net: -count } });
  return points;
}

/** The first day of the week or month that a day is in. */
function startOfStep(day: string, step: StatisticsStep): string {
  if (step === 'day') return day;
  if (step === 'month') return `${day.slice(0, 8)}01`;
  return plusDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** Groups days into points, oldest first, also those of days without figures. */
function buildSeries(points: ReadonlyMap<string, Point>, { from, to }: Days, step: StatisticsStep) {
  const series: (Point & { day: string })[] = [];
  let last = '';
  for (let day = from; day <= to; day = plusDays(day, 1)) {
    const start = startOfStep(day, step);
    if (start !== last) series.push({ day, ...nothing() });
    last = start;
    const figures = points.get(day);
    const point = series.at(-1);
    if (figures && point) add(point, figures);
  }
  return series;
}

const fitting = (days: Days, asked: StatisticsStep): StatisticsStep =>
  (['day', 'week', 'month'] as const)
    .filter((step) => stepDays[step] >= stepDays[asked])
    .find((step) => countDays(days.from, days.to) / stepDays[step] <= mostPoints) ?? 'month';

async function profileViews(ctx: UserCtx, { from, to }: Days): Promise<number> {
  const { performerId, day, kind, views } = itemViewDays;
  const [row] = await ctx.db
    .select({ views: sql<number>`coalesce(sum(${views}), 0)::int` })
    .from(itemViewDays)
    .where(and(eq(performerId, ctx.viewer.id), gte(day, from), lte(day, to), eq(kind, 'profile')));
  return row?.views ?? 0;
}

async function firstDay(ctx: UserCtx): Promise<string | null> {
  const [row] = await ctx.db
    .select({ day: min(viewDays.day) })
    .from(viewDays)
    .where(eq(viewDays.performerId, ctx.viewer.id));
  return row?.day ?? null;
}

/** The viewer's figures in a range of days, and in as many days before. */
export async function overview(
  ctx: UserCtx,
  query: ParsedInput<'GET /performer/statistics'>['query'],
): Promise<Overview> {
  const days = checkDays(query);
  const earlier = daysBefore(days);
  const step = fitting(days, query.step);
  const [now, before, since, profile, profileBefore] = await Promise.all([
    pointsByDay(ctx, days),
    pointsByDay(ctx, earlier),
    firstDay(ctx),
    profileViews(ctx, days),
    profileViews(ctx, earlier),
  ]);
  const previous = buildSeries(before, earlier, step);
  return {
    since,
    step,
    totals: { ...addUp(now.values()), profileViews: profile },
    previous: { ...earlier, ...addUp(before.values()), profileViews: profileBefore },
    series: buildSeries(now, days, step).map((point, at) => {
      const { day: _day, ...figures } = previous[at] ?? { day: '' };
      return { ...point, previous: previous[at] ? (figures as Point) : null };
    }),
  };
}
