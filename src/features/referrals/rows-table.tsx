import type { ReferralEarning } from '#contract/referrals';
import { CsvButton } from '#parts/csv-button';
import { PagedTable } from '#parts/paged-table';
import { everyPage } from '#services/every-page';
import { listReferralEarnings } from '#services/referrals';
import { useListReferralEarningsInfiniteQuery } from '#state/api-referrals';
import { useApi } from '#state/hooks';
import { RelativeTime } from '#ui/relative-time';
import { Row, Stack } from '#ui/stack';
import { EmptyState } from '#ui/states';
import type { Column } from '#ui/table';
import { type Unit, Share } from './referral-words.tsx';

interface RowsFilter {
  readonly from?: string;
  readonly referral?: string;
}

const columnsFor = (unit: Unit): readonly Column<ReferralEarning>[] => [
  { key: 'what', title: 'What', main: true, cell: ({ description }) => description },
  { key: 'when', title: 'When', whole: true, cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
  {
    key: 'got',
    title: 'You got',
    end: true,
    cell: ({ amount, tokens }) => <Share unit={unit} amount={amount} tokens={tokens} />,
  },
];

/** The ledger rows that the figures are sums of, and all of them as a file. */
export function RowsTable({ unit, filter }: { unit: Unit; filter: RowsFilter }) {
  const api = useApi();
  const query = useListReferralEarningsInfiniteQuery(filter);
  const rows = async () =>
    (
      await everyPage((cursor) =>
        listReferralEarnings(api, { ...filter, limit: 100, ...(cursor !== undefined && { cursor }) }),
      )
    ).map(({ createdAt, description, amount, tokens }) => [
      createdAt,
      description,
      amount / 100,
      ...(unit === 'token' ? [tokens] : []),
    ]);
  return (
    <Stack gap={12}>
      <Row justify="end">
        <CsvButton
          filename="referrals"
          heads={['When', 'What', 'Amount', ...(unit === 'token' ? ['Tokens'] : [])]}
          rows={rows}
        />
      </Row>
      <PagedTable
        caption="What came of it"
        columns={columnsFor(unit)}
        query={query}
        empty={<EmptyState compact level={3} title="No row in this period" />}
      />
    </Stack>
  );
}
