import { formatDay } from '#lib/format-time';
import { PagedTable } from '#parts/paged-table';
import { PersonName } from '#parts/person';
import { type Earning, useListEarningsInfiniteQuery } from '#state/api-earnings';
import { Money } from '#ui/money';
import { RelativeTime } from '#ui/relative-time';
import { EmptyState } from '#ui/states';
import type { Column } from '#ui/table';
import { type Source, sourceWords } from './sources.tsx';

/** The ledger words a payment for the fan who made it; to the creator the own name says nothing. */
const whatOf = ({ source, description }: Earning): string => {
  if (source === 'tip') return 'Tip';
  if (source === 'feed') return description.replace(/^Post by .*?: /, 'Post: ');
  return description;
};

const columns: readonly Column<Earning>[] = [
  { key: 'what', title: 'What', main: true, cell: (row) => whatOf(row) },
  { key: 'source', title: 'Source', cell: ({ source }) => sourceWords[source] },
  { key: 'from', title: 'From', cell: ({ from }) => (from ? <PersonName person={from} /> : '–') },
  { key: 'when', title: 'When', whole: true, cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
  { key: 'free', title: 'Available', whole: true, cell: ({ availableAt }) => formatDay(availableAt) },
  { key: 'gross', title: 'Fan paid', end: true, cell: ({ gross }) => <Money cents={gross} /> },
  { key: 'commission', title: 'Commission', end: true, cell: ({ commission }) => <Money cents={commission} /> },
  { key: 'net', title: 'You earned', end: true, cell: ({ net }) => <Money cents={net} /> },
];

/** The ledger rows that the figures above are sums of. */
export function RowsTable({ range, source }: { range: { from?: string }; source: Source | null }) {
  const query = useListEarningsInfiniteQuery({ ...range, ...(source && { source }) });
  return <PagedTable caption="Earnings" columns={columns} query={query} empty={<EmptyState compact level={3} title="No payment in this period" />} />;
}
