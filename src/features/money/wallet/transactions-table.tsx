import { Link } from '#ui/content/link.tsx';
import type { ReactNode } from 'react';
import { routes } from '#config/routes.ts';
import type { Transaction } from '#contract/money/payments.ts';
import { paidCardText } from '#lib/card-text.ts';
import { formatAmount, formatTokens } from '#lib/format.ts';
import { CsvButton } from '#components/base/lists/csv-button.tsx';
import { PersonName } from '#components/people/accounts/person.tsx';
import { PagedTable } from '#components/base/lists/paged-table.tsx';
import { everyRow } from '#services/http/every-page.ts';
import { type TransactionFilter, listTransactions } from '#services/money/wallet.ts';
import { useApi } from '#state/hooks.ts';
import { useList } from '#state/query/hooks.ts';
import { Money, useRate } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { RefundNote } from './refunding.tsx';

/** Labels of all kinds of card payments, for filters. */
export const transactionKinds: Readonly<Record<Transaction['kind'], string>> = {
  top_up: 'Top-ups',
  subscription: 'Subscriptions',
  gift: 'Gifts',
  refund: 'Refunds',
  dispute: 'Disputes',
};
export const transactionKindNames = Object.keys(transactionKinds) as Transaction['kind'][];

const columns: readonly Column<Transaction>[] = [
  {
    key: 'what',
    title: 'Description',
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
    title: 'Creator',
    cell: ({ performer }) => (performer ? <PersonName person={performer} /> : '–'),
  },
  { key: 'card', title: 'Card', cell: ({ card }) => (card === null ? '–' : paidCardText(card)) },
  { key: 'when', title: 'Date', whole: true, cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
  {
    key: 'tokens',
    title: 'Tokens',
    end: true,
    // What they cost stands beside them.
    cell: ({ tokens }) => (tokens === 0 ? '–' : <span translate="no">{formatTokens(tokens)}</span>),
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
        <Link href={routes.receipt(_id)}>
          Receipt<VisuallyHidden>: {description}</VisuallyHidden>
        </Link>
      ),
  },
];

/** All card payments that match the filter. */
export function TransactionsTable({ filter, empty }: { filter: TransactionFilter; empty: ReactNode }) {
  const query = useList(listTransactions, { query: filter });
  return <PagedTable caption="Card payments" columns={columns} query={query} empty={empty} />;
}

const heads = [
  'Date',
  'Type',
  'Description',
  'Creator',
  'Card',
  'Amount',
  'Currency',
  'Tokens',
  'Refunded',
  'ID',
];

/** Exports all matching rows. */
export function TransactionsCsv({ filter }: { filter: TransactionFilter }) {
  const api = useApi();
  const { currency } = useRate();
  const rows = async () =>
    (await everyRow(api, listTransactions, { query: filter })).map((row) => [
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
