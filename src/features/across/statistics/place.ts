import { type ChosenRange, type UrlQuery, chosenRange, rangeQuery } from '#components/base/ranges/ranges.ts';
import type { Statistics } from '#services/across/statistics.ts';

export const tabs = [
  { key: 'overview', label: 'Overview' },
  { key: 'content', label: 'Content' },
  { key: 'audience', label: 'Audience' },
  { key: 'sources', label: 'Sources' },
] as const;
export type Tab = (typeof tabs)[number]['key'];

export const metrics = [
  { key: 'views', label: 'Views' },
  { key: 'viewers', label: 'Viewers' },
  { key: 'followers', label: 'New followers' },
  { key: 'subscribers', label: 'Subscribers' },
  { key: 'earned', label: 'You earned' },
] as const;
export type Metric = (typeof metrics)[number]['key'];

/** What is counted of subscribers. `name` is that of the chart. */
export const moves = [
  { key: 'new', label: 'New', name: 'New subscribers' },
  { key: 'renewed', label: 'Renewed', name: 'Renewals' },
  { key: 'lost', label: 'Lost', name: 'Lost subscribers' },
  { key: 'net', label: 'Net', name: 'Net subscribers' },
] as const;
export type Move = (typeof moves)[number]['key'];

export const steps = [
  { key: 'day', label: 'By day' },
  { key: 'week', label: 'By week' },
  { key: 'month', label: 'By month' },
] as const;
export type Step = Statistics['step'];

/** The state of the page, which is kept in the URL. */
export interface Place extends ChosenRange {
  readonly tab: Tab;
  readonly metric: Metric;
  /** Which of the figures of subscribers is drawn. */
  readonly move: Move;
  readonly step: Step;
  /** The one item whose sources are shown. */
  readonly item: string | undefined;
}

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const parseKey = <Key extends string>(
  all: readonly { readonly key: Key }[],
  text: unknown,
  otherwise: Key,
): Key => all.find(({ key }) => key === text)?.key ?? otherwise;

/** Parses the URL's query; invalid values are ignored. */
export const parsePlace = (query: UrlQuery, today: string): Place => ({
  ...chosenRange(query, today),
  tab: parseKey(tabs, query['tab'], 'overview'),
  metric: parseKey(metrics, query['metric'], 'views'),
  move: parseKey(moves, query['subscribers'], 'net'),
  step: parseKey(steps, query['step'], 'day'),
  item: typeof query['item'] === 'string' && id.test(query['item']) ? query['item'] : undefined,
});

/** The URL query for a view, the inverse of `parsePlace`. */
export const toUrlQuery = ({ tab, metric, move, step, item, ...range }: Place): Record<string, string> => ({
  ...rangeQuery(range),
  ...(tab !== 'overview' && { tab }),
  ...(metric !== 'views' && { metric }),
  ...(move !== 'net' && { subscribers: move }),
  ...(step !== 'day' && { step }),
  ...(item !== undefined && tab === 'sources' && { item }),
});
