import { formatMoney, formatNumber } from '#lib/format.ts';
import { formatShortDay, formatUtcDay, formatUtcMonth, plusDays, plusMonths } from '#lib/utc-days.ts';
import type { Statistics } from '#services/across/statistics.ts';
import { type Metric, type Move, type Place, type Step, metrics, moves } from './place.ts';

export type Point = Statistics['series'][number];
type Figures = Omit<Point, 'day' | 'previous'>;
/** What is drawn. */
export type Drawn = Pick<Place, 'metric' | 'move'>;

export const pickValue = (figures: Figures, { metric, move }: Drawn): number =>
  metric === 'subscribers' ? figures.subscribers[move] : figures[metric];

export const valueFormatter = (metric: Metric, currency: string) => (value: number) =>
  metric === 'earned' ? formatMoney(value, currency) : formatNumber(value);

export function metricName({ metric, move }: Drawn): string {
  if (metric !== 'subscribers') return metrics.find(({ key }) => key === metric)?.label ?? '';
  return moves.find(({ key }: { key: Move }) => key === move)?.name ?? '';
}

const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const shortMonthOfYear = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A point's name on the axis. */
export const axisLabel = (day: string, step: Step): string =>
  step === 'month' ? formatUtcMonth(day.slice(0, 7)) : formatShortDay(day);

/** Its name where there is less room: months without their year if all are of the same. */
export function shortLabel(day: string, step: Step, series: readonly Point[]): string {
  if (step !== 'month') return axisLabel(day, step);
  const isOneYear = series.every((point) => point.day.slice(0, 4) === day.slice(0, 4));
  return (isOneYear ? shortMonth : shortMonthOfYear).format(new Date(day));
}

/** A point's name in the table. */
export function wholeLabel(day: string, step: Step): string {
  if (step === 'month') return axisLabel(day, step);
  return step === 'week' ? `From ${formatUtcDay(day)}` : formatUtcDay(day);
}

/** The first day after the day, week or month that a day is in. */
function nextStart(day: string, step: Step): string {
  if (step === 'month') return `${plusMonths(day.slice(0, 7), 1)}-01`;
  return plusDays(day, step === 'day' ? 1 : 7 - ((new Date(day).getUTCDay() + 6) % 7));
}

/** Whether figures can still be added to a point: it has today, and the range isn't over before. */
export const isUnfinished =
  (step: Step, { to, today }: { to: string; today: string }) =>
  ({ day }: Pick<Point, 'day'>): boolean =>
    to >= today && nextStart(day, step) > today;
