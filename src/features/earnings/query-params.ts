import type { EarningFilter, TopEarners } from '#state/api/earnings.ts';
import { isUtcDay, plusDays, plusMonths, startOfUtcDay, utcDay } from '#lib/utc-days.ts';
import { isSource } from './labels.ts';

/* The state of the page is kept in the URL, so that a link shows the same view. */
export const periods = [
  { key: '7', label: '7 days' },
  { key: '30', label: '30 days' },
  { key: '90', label: '90 days' },
  { key: 'month', label: 'This month' },
  { key: 'last', label: 'Last month' },
  { key: 'year', label: 'This year' },
  { key: 'custom', label: 'Custom range' },
] as const;
export type Period = (typeof periods)[number]['key'];
/** First and last day (UTC), both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}
export type Item = TopEarners['items'][number]['item'];

/** Row filters; absent fields aren't filtered by. */
export interface Rows {
  readonly part?: NonNullable<EarningFilter['part']> | undefined;
  readonly source?: NonNullable<EarningFilter['source']> | undefined;
  readonly subscribers?: NonNullable<EarningFilter['subscribers']> | undefined;
  /** A single day of the range. */
  readonly day?: string | undefined;
  /** Id of a fan. */
  readonly fan?: string | undefined;
  readonly item?: Item | undefined;
}
export interface Place {
  readonly period: Period;
  readonly days: Days;
  readonly rows: Rows;
}

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** The days of a period up to today. */
export function daysOf(period: Exclude<Period, 'custom'>, today: string): Days {
  const month = today.slice(0, 7);
  if (period === 'month') return { from: `${month}-01`, to: today };
  if (period === 'last') return { from: `${plusMonths(month, -1)}-01`, to: plusDays(`${month}-01`, -1) };
  if (period === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today };
  return { from: plusDays(today, 1 - Number(period)), to: today };
}

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const oneOf = <T extends string>(all: readonly T[], text: unknown): T | undefined =>
  all.find((each) => each === text);
const parts = ['earned', 'sales', 'refunds', 'referrals', 'payouts', 'all'] as const;
const moves = ['new', 'renewed', 'lost'] as const;
const itemKinds = ['feed', 'video', 'gallery', 'product', 'message', 'stream', 'auction', 'tip'] as const;

function itemOf(text: unknown): Item | undefined {
  const [kind, itemId = ''] = typeof text === 'string' ? text.split(':') : [];
  const known = oneOf(itemKinds, kind);
  return known && id.test(itemId) ? { kind: known, _id: itemId } : undefined;
}

function customOf({ from, to }: Query): Days | null {
  return isUtcDay(from) && isUtcDay(to) && from <= to ? { from, to } : null;
}

function rowsOf({ part, source, subscribers, day, fan, item }: Query, days: Days): Rows {
  return {
    part: oneOf(parts, part),
    source: isSource(source) ? source : undefined,
    subscribers: oneOf(moves, subscribers),
    day: isUtcDay(day) && day >= days.from && day <= days.to ? day : undefined,
    fan: typeof fan === 'string' && id.test(fan) ? fan : undefined,
    item: itemOf(item),
  };
}

/** Parses the URL's query; invalid values are ignored. */
export function placeOf(query: Query, today: string): Place {
  const custom = customOf(query);
  const named = oneOf(
    periods.map(({ key }) => key),
    query['period'],
  );
  const period = custom ? 'custom' : named === undefined || named === 'custom' ? '30' : named;
  const days = custom ?? daysOf(period === 'custom' ? '30' : period, today);
  return { period, days, rows: rowsOf(query, days) };
}

/** The URL query for a view, the inverse of `placeOf`. */
export function queryOf({ period, days, rows }: Place): Record<string, string> {
  const chosen = period === 'custom' ? { ...days } : { period };
  const { item, ...rest } = rows;
  const all = { ...chosen, ...rest, item: item && `${item.kind}:${item._id}` };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

/** The range as the API takes it: from the start of the first day to the start of the day after the last. */
export const rangeOf = ({ from, to }: Days) => ({
  from: startOfUtcDay(from),
  to: startOfUtcDay(plusDays(to, 1)),
});

/** The row filters as the API takes them. */
export function filterOf({
  days,
  rows: { day, fan, item, part, source, subscribers },
}: Place): EarningFilter {
  return {
    ...rangeOf(day ? { from: day, to: day } : days),
    ...(part && { part }),
    ...(source && { source }),
    ...(subscribers && { subscribers }),
    ...(fan && { userId: fan }),
    ...(item && { itemKind: item.kind, itemId: item._id }),
  };
}

export const todayInUtc = (): string => utcDay(new Date());
