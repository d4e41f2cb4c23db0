import type { Cents } from '#lib/units.ts';
import type { EarningStats } from '#services/money/earnings.ts';
import { Money } from '#ui/content/money.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { type Column, Table } from '#ui/layout/table.tsx';
import { Figure } from './figure.tsx';
import type { Place } from './query-params.ts';
import { sourceLabels } from '#components/money/source-labels.ts';

type SourceRow = EarningStats['bySource'][number];

/** Earnings by source; each figure opens its rows. */
export function SourcesTable({ rows, place }: { rows: readonly SourceRow[]; place: Place }) {
  const figure = (source: SourceRow['source'], label: string, cents: Cents) => (
    <Figure place={place} rows={{ source }} label={`${sourceLabels[source]}, ${label}`}>
      <Money cents={cents} />
    </Figure>
  );
  const columns: readonly Column<SourceRow>[] = [
    { key: 'source', title: 'Source', main: true, cell: ({ source }) => sourceLabels[source] },
    { key: 'count', title: 'Payments', end: true, cell: ({ count }) => count.toLocaleString('en-US') },
    {
      key: 'gross',
      title: 'Fans paid',
      end: true,
      cell: ({ source, gross }) => figure(source, 'fans paid', gross),
    },
    {
      key: 'commission',
      title: 'Commission',
      end: true,
      cell: ({ source, commission }) => figure(source, 'commission', commission),
    },
    {
      key: 'net',
      title: 'You earned',
      end: true,
      cell: ({ source, net }) => figure(source, 'you earned', net),
    },
  ];
  if (rows.length === 0)
    return <EmptyState compact level={3} title="No activity" text="Try a longer period." />;
  return <Table caption="Earnings by source" columns={columns} rows={rows} getKey={({ source }) => source} />;
}
