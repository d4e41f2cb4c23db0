import { formatNumber } from '#lib/format.ts';
import { zoneName } from '#lib/zone-days.ts';
import { useOwnZone } from '#components/base/ranges/own-zone.ts';
import { CsvButton } from '#components/base/lists/csv-button.tsx';
import { Money } from '#ui/content/money.tsx';
import { type Column, Table } from '#ui/layout/table.tsx';
import { type Place, type Step, moves } from './place.ts';
import { type Point, wholeLabel } from './points.ts';
import styles from './statistics.module.css';

type Count = 'views' | 'viewers' | 'followers';
const countColumn = (key: Count, title: string): Column<Point> => ({
  key,
  title,
  end: true,
  cell: (point) => formatNumber(point[key]),
});

interface SeriesTableProps {
  readonly series: readonly Point[];
  readonly step: Step;
  readonly unfinished: (point: Point) => boolean;
  /** Leaves out the figures that aren't of subscribers. */
  readonly only?: 'subscribers';
}

const subscriberColumns: readonly Column<Point>[] = moves.map(({ key, label }) => ({
  key,
  title: label,
  end: true,
  cell: ({ subscribers }) => formatNumber(subscribers[key]),
}));

const buildColumns = ({
  step,
  unfinished,
  only,
}: Omit<SeriesTableProps, 'series'>): readonly Column<Point>[] => {
  const day: Column<Point> = {
    key: 'day',
    title: { day: 'Day', week: 'Week', month: 'Month' }[step],
    main: true,
    whole: true,
    cell: (point) => `${wholeLabel(point.day, step)}${unfinished(point) ? ' (so far)' : ''}`,
  };
  if (only) return [day, ...subscriberColumns];
  return [
    day,
    countColumn('views', 'Views'),
    countColumn('viewers', 'Viewers'),
    countColumn('followers', 'New followers'),
    ...subscriberColumns,
    { key: 'earned', title: 'You earned', end: true, cell: ({ earned }) => <Money cents={earned} /> },
  ];
};

const headsIn = (zone: string) => [
  `From (${zoneName(zone)})`,
  'Views',
  'Viewers',
  'New followers',
  'New subscribers',
  'Renewed',
  'Lost',
  'Net subscribers',
  'You earned',
];
const toCsvLine = ({ day, views, viewers, followers, subscribers, earned }: Point) => [
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

export function SeriesCsv({ series, place: { days } }: { series: readonly Point[]; place: Place }) {
  const zone = useOwnZone();
  return (
    <CsvButton
      filename={`statistics-${days.from}-${days.to}`}
      heads={headsIn(zone)}
      rows={async () => series.map(toCsvLine)}
    />
  );
}

/** The figures of every point, newest first. */
export const SeriesTable = ({ series, ...shown }: SeriesTableProps) => (
  <details className={styles.values}>
    <summary>Show as a table</summary>
    <Table
      caption={shown.only ? 'Subscribers over time' : 'Figures over time'}
      columns={buildColumns(shown)}
      rows={series.toReversed()}
      getKey={({ day }) => day}
    />
  </details>
);
