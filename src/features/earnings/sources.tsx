import type { ReplyOf } from '#contract/registry';
import { ChipButton } from '#ui/chip';
import { Money } from '#ui/money';
import { EmptyState } from '#ui/states';
import { type Column, Table } from '#ui/table';

type SourceRow = ReplyOf<'GET /performer/earning/stats'>['bySource'][number];
export type Source = SourceRow['source'];

export const sourceWords: Readonly<Record<Source, string>> = {
  subscription: 'Subscriptions', tip: 'Tips', feed: 'Posts', product: 'Products', video: 'Videos', gallery: 'Galleries',
  message: 'Messages', stream: 'Streams', auction: 'Auctions', refund: 'Refunds',
};

/** The source that a part of an address names, or null for all. */
export const sourceOf = (text: unknown): Source | null => (typeof text === 'string' && Object.hasOwn(sourceWords, text) ? (text as Source) : null);

export interface SourcesTableProps {
  readonly rows: readonly SourceRow[];
  readonly chosen: Source | null;
  readonly onChoose: (source: Source) => void;
}

/** Earnings by what was paid for; a source opens its rows. */
export function SourcesTable({ rows, chosen, onChoose }: SourcesTableProps) {
  const columns: readonly Column<SourceRow>[] = [
    { key: 'source', title: 'Source', main: true, cell: ({ source }) => <ChipButton pressed={source === chosen} onClick={() => onChoose(source)}>{sourceWords[source]}</ChipButton> },
    { key: 'count', title: 'Payments', end: true, cell: ({ count }) => count },
    { key: 'gross', title: 'Fans paid', end: true, cell: ({ gross }) => <Money cents={gross} /> },
    { key: 'commission', title: 'Commission', end: true, cell: ({ commission }) => <Money cents={commission} /> },
    { key: 'net', title: 'You earned', end: true, cell: ({ net }) => <Money cents={net} /> },
  ];
  if (rows.length === 0) return <EmptyState compact level={3} title="Nothing in this period" text="Choose a longer one." />;
  return <Table caption="Earnings by source" columns={columns} rows={rows} keyOf={({ source }) => source} />;
}
