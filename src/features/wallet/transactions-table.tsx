import Link from 'next/link';
import type { ReactNode } from 'react';
import { routes } from '#config/routes';
import type { Transaction } from '#contract/payment';
import { paidCardText } from '#lib/card-text';
import { formatAmount } from '#lib/format';
import { CsvButton } from '#parts/csv-button';
import { PersonName } from '#parts/person';
import { PagedTable } from '#parts/paged-table';
import {
  type TransactionFilter,
  useEveryTransactionMutation,
  useListTransactionsInfiniteQuery,
} from '#state/api-wallet';
import { Money, Tokens, useRate } from '#ui/money';
import { RelativeTime } from '#ui/relative-time';
import type { Column } from '#ui/table';
import { VisuallyHidden } from '#ui/visually-hidden';
import { RefundNote } from './refunding.tsx';

/** Every kind of a card payment, in the words of filters. */
export const transactionKinds: Readonly<Record<Transaction['kind'], string>> = {
  top_up: 'Top-ups',
  subscription: 'Subscriptions',
  refund: 'Refunds',
  dispute: 'Disputes',
};
export const transactionKindNames = Object.keys(transactionKinds) as Transaction['kind'][];

const columns: readonly Column<Transaction>[] = [
  {
    key: 'what',
    title: 'What',
    main: true,
    cell: (row) => (
      <>
        {row.description}
        <RefundNote {...row} />
      </>
    ),
  },
  {
    key: 'who',
    title: 'Who',
    cell: ({ performer }) => (performer ? <PersonName person={performer} /> : '–'),
  },
  { key: 'card', title: 'Card', cell: ({ card }) => (card === null ? '–' : paidCardText(card)) },
  { key: 'when', title: 'When', whole: true, cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
  {
    key: 'tokens',
    title: 'Tokens',
    end: true,
    cell: ({ tokens }) => (tokens === 0 ? '–' : <Tokens tokens={tokens} />),
  },
  { key: 'amount', title: 'Amount', end: true, cell: ({ amount }) => <Money cents={amount} /> },
  {
    key: 'receipt',
    title: 'Receipt',
    end: true,
    cell: ({ _id, description, kind }) =>
      kind === 'dispute' ? (
        '–'
      ) : (
        <Link href={routes.receipt(_id)} prefetch={false}>
          Receipt<VisuallyHidden>: {description}</VisuallyHidden>
        </Link>
      ),
  },
];

/** Every payment by card, as far as the filter goes. */
export function TransactionsTable({ filter, empty }: { filter: TransactionFilter; empty: ReactNode }) {
  const query = useListTransactionsInfiniteQuery(filter);
  return <PagedTable caption="Card payments" columns={columns} query={query} empty={empty} />;
}

const heads = ['When', 'Kind', 'What', 'Creator', 'Card', 'Amount', 'Currency', 'Tokens', 'Given back', 'Id'];

/** The same rows, all of them, as a file. */
export function TransactionsCsv({ filter }: { filter: TransactionFilter }) {
  const [every] = useEveryTransactionMutation();
  const { currency } = useRate();
  const rows = async () =>
    (await every(filter).unwrap()).map((row) => [
      row.createdAt,
      row.kind,
      row.description,
      row.performer?.name ?? null,
      row.card && paidCardText(row.card),
      Number(formatAmount(row.amount)),
      currency,
      row.tokens,
      row.refundedAt,
      row._id,
    ]);
  return <CsvButton filename="card payments" heads={heads} rows={rows} />;
}
