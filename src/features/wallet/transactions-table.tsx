import type { Transaction } from '#contract/payment';
import { PersonName } from '#parts/person';
import { PagedTable } from '#parts/paged-table';
import { useListTransactionsInfiniteQuery } from '#state/api-payment';
import { Money, Tokens } from '#ui/money';
import { RelativeTime } from '#ui/relative-time';
import { EmptyState } from '#ui/states';
import type { Column } from '#ui/table';

const columns: readonly Column<Transaction>[] = [
  { key: 'what', title: 'What', main: true, cell: ({ description }) => description },
  { key: 'who', title: 'Who', cell: ({ performer }) => (performer ? <PersonName person={performer} /> : '–') },
  { key: 'card', title: 'Card', cell: ({ card }) => card ?? '–' },
  { key: 'when', title: 'When', whole: true, cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
  { key: 'tokens', title: 'Tokens', end: true, cell: ({ tokens }) => (tokens === 0 ? '–' : <Tokens tokens={tokens} />) },
  { key: 'amount', title: 'Amount', end: true, cell: ({ amount }) => <Money cents={amount} /> },
];

/** Every payment by card. */
export function TransactionsTable() {
  const query = useListTransactionsInfiniteQuery({});
  return <PagedTable caption="Card payments" columns={columns} query={query} empty={<EmptyState compact level={3} title="No card payments yet" text="Top-ups and subscriptions are paid by card." />} />;
}
