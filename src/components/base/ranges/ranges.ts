import { isUtcDay, plusDays, plusMonths, utcDay } from '#lib/utc-days.ts';

/* The days that a page's figures are of. They are kept in the URL, so that a link shows the same view. */
export const periods = [
  { key: '7', label: '7 days' },
  // Four whole weeks, so that any two of them have the same weekdays.
  { key: '28', label: '28 days' },
  { key: '90', label: '90 days' },
  { key: 'month', label: 'This month' },
  { key: 'last', label: 'Last month' },
  { key: 'year', label: 'This year' },
  { key: 'custom', label: 'Custom range' },
] as const;
export type Period = (typeof periods)[number]['key'];
/** First and last day, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}
export interface ChosenRange {
  readonly period: Period;
  readonly days: Days;
}
export type UrlQuery = Readonly<Record<string, string | string[] | undefined>>;

/** The days of a period up to today. */
export function periodDays(period: Exclude<Period, 'custom'>, today: string): Days {
  const month = today.slice(0, 7);
  if (period === 'month') return { from: `${month}-01`, to: today };
  if (period === 'last') return { from: `${plusMonths(month, -1)}-01`, to: plusDays(`${month}-01`, -1) };
  if (period === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today };
  return { from: plusDays(today, 1 - Number(period)), to: today };
}

function parseCustomDays({ from, to }: UrlQuery): Days | null {
  return isUtcDay(from) && isUtcDay(to) && from <= to ? { from, to } : null;
}

/** Parses the URL's query; invalid values are ignored. */
export function chosenRange(query: UrlQuery, today: string): ChosenRange {
  const custom = parseCustomDays(query);
  if (custom) return { period: 'custom', days: custom };
  const named = periods.find(({ key }) => key === query['period'])?.key ?? '28';
  const period = named === 'custom' ? '28' : named;
  return { period, days: periodDays(period, today) };
}

/** The URL query of a range, the inverse of `chosenRange`. */
export const rangeQuery = ({ period, days }: ChosenRange): Record<string, string> =>
  period === 'custom' ? { ...days } : { period };

export const todayInUtc = (): string => utcDay(new Date());
