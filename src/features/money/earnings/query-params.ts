import type { EarningFilter, TopEarners } from '#services/money/earnings.ts';
import {
  type ChosenRange,
  type Days,
  type UrlQuery,
  chosenRange,
  rangeQuery,
} from '#components/base/ranges/ranges.ts';
import { isUtcDay } from '#lib/utc-days.ts';
import { momentsIn, utc } from '#lib/zone-days.ts';
import { isSource } from './labels.ts';

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
/** The state of the page, which is kept in the URL. */
export interface Place extends ChosenRange {
  /** The time zone that the days are in: the creator's, or UTC in what a statement leads to (`days=utc`). */
  readonly zone: string;
  readonly isOfStatement?: boolean;
  readonly rows: Rows;
}

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const matchOne = <T extends string>(all: readonly T[], text: unknown): T | undefined =>
  all.find((each) => each === text);
const parts = ['earned', 'sales', 'refunds', 'referrals', 'payouts', 'adjustments', 'all'] as const;
const moves = ['new', 'renewed', 'lost'] as const;
const itemKinds = ['feed', 'video', 'gallery', 'product', 'message', 'stream', 'auction', 'tip'] as const;

function parseItem(text: unknown): Item | undefined {
  const [kind, itemId = ''] = typeof text === 'string' ? text.split(':') : [];
  const known = matchOne(itemKinds, kind);
  return known && id.test(itemId) ? { kind: known, _id: itemId } : undefined;
}

function parseRows({ part, source, subscribers, day, fan, item }: UrlQuery, days: Days): Rows {
  return {
    part: matchOne(parts, part),
    source: isSource(source) ? source : undefined,
    subscribers: matchOne(moves, subscribers),
    day: isUtcDay(day) && day >= days.from && day <= days.to ? day : undefined,
    fan: typeof fan === 'string' && id.test(fan) ? fan : undefined,
    item: parseItem(item),
  };
}

/** Parses the URL's query; invalid values are ignored. */
export function parsePlace(query: UrlQuery, { today, zone }: { today: string; zone: string }): Place {
  const range = chosenRange(query, today);
  const isOfStatement = query['days'] === 'utc';
  const shown = { ...range, rows: parseRows(query, range.days) };
  return isOfStatement ? { ...shown, zone: utc, isOfStatement } : { ...shown, zone };
}

/** The URL query for a view, the inverse of `parsePlace`. */
export function toUrlQuery({
  period,
  days,
  rows,
  isOfStatement,
}: Omit<Place, 'zone'>): Record<string, string> {
  const chosen = rangeQuery({ period, days });
  const { item, ...rest } = rows;
  const all = {
    ...chosen,
    ...rest,
    days: isOfStatement ? 'utc' : undefined,
    item: item && `${item.kind}:${item._id}`,
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

/** The range as the API takes it: from the start of the first day to the start of the day after the last. */
export const toApiRange = ({ zone, days }: Pick<Place, 'zone' | 'days'>) => momentsIn(zone, days);

/** The row filters as the API takes them. */
export function toApiFilter({
  days,
  zone,
  rows: { day, fan, item, part, source, subscribers },
}: Place): EarningFilter {
  return {
    ...toApiRange({ zone, days: day ? { from: day, to: day } : days }),
    ...(part && { part }),
    ...(source && { source }),
    ...(subscribers && { subscribers }),
    ...(fan && { userId: fan }),
    ...(item && { itemKind: item.kind, itemId: item._id }),
  };
}
