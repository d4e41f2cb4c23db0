import { formatMoney, formatNumber } from '#lib/format.ts';
import { formatShortDay, formatUtcDay, formatUtcMonth } from '#lib/utc-days.ts';
import { CsvButton } from '#components/lists/csv-button.tsx';
import type { Statistics } from '#state/api/creators/statistics.ts';
import { Money } from '#ui/content/money.tsx';
import { type Column, Table } from '#ui/layout/table.tsx';
import type { Metric, Place, Step } from './place.ts';
import styles from './statistics.module.css';

export type Point = Statistics['series'][number];
export type Figures = Omit<Point, 'day' | 'previous'>;

export const valueOf = (figures: Figures, metric: Metric): number =>
  metric === 'subscribers' ? figures.subscribers.net : figures[metric];

export const textOf = (metric: Metric, currency: string) => (value: number) =>
  metric === 'earned' ? formatMoney(value, currency) : formatNumber(value);

/** A point's name on the axis and in the table. */
export function pointLabel(day: string, step: Step, isLong = false): string {
  if (step === 'month') return formatUtcMonth(day.slice(0, 7));
  const text = isLong ? formatUtcDay(day) : formatShortDay(day);
  return step === 'week' && isLong ? `From ${text}` : text;
}

const columnsOf = (step: Step): readonly Column<Point>[] => [
  {
    key: 'day',
    title: { day: 'Day', week: 'Week', month: 'Month' }[step],
    main: true,
    whole: true,
    cell: ({ day }) => pointLabel(day, step, true),
  },
  { key: 'views', title: 'Views', end: true, cell: ({ views }) => formatNumber(views) },
  { key: 'viewers', title: 'Viewers', end: true, cell: ({ viewers }) => formatNumber(viewers) },
  { key: 'followers', title: 'New followers', end: true, cell: ({ followers }) => formatNumber(followers) },
  { key: 'new', title: 'New', end: true, cell: ({ subscribers }) => formatNumber(subscribers.new) },
  {
    key: 'renewed',
    title: 'Renewed',
    end: true,
    cell: ({ subscribers }) => formatNumber(subscribers.renewed),
  },
  { key: 'lost', title: 'Lost', end: true, cell: ({ subscribers }) => formatNumber(subscribers.lost) },
  { key: 'net', title: 'Net', end: true, cell: ({ subscribers }) => formatNumber(subscribers.net) },
  { key: 'earned', title: 'You earned', end: true, cell: ({ earned }) => <Money cents={earned} /> },
];

const heads = [
  'From (UTC)',
  'Views',
  'Viewers',
  'New followers',
  'New subscribers',
  'Renewed',
  'Lost',
  'Net subscribers',
  'You earned',
];
const lineOf = ({ day, views, viewers, followers, subscribers, earned }: Point) => [
  day,
  views,
  viewers,
  followers,
  subscribers.new,
  subscribers.renewed,
  subscribers.lost,
  subscribers.net,
  earned / 100,
];

export const SeriesCsv = ({ series, place: { days } }: { series: readonly Point[]; place: Place }) => (
  <CsvButton
    filename={`statistics-${days.from}-${days.to}`}
    heads={heads}
    rows={async () => series.map(lineOf)}
  />
);

/** All figures of every point, newest first. */
export const SeriesTable = ({ series, step }: { series: readonly Point[]; step: Step }) => (
  <details className={styles.values}>
    <summary>Show as a table</summary>
    <Table
      caption="Figures over time"
      columns={columnsOf(step)}
      rows={series.toReversed()}
      keyOf={({ day }) => day}
    />
  </details>
);
