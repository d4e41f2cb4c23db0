import type { ReferralEarning } from '#contract/money/referrals.ts';
import { CsvButton } from '#components/base/lists/csv-button.tsx';
import { OwnTime } from '#components/base/ranges/own-time.tsx';
import { useOwnZone } from '#components/base/ranges/own-zone.ts';
import { localIso } from '#lib/zone-days.ts';
import { PagedTable } from '#components/base/lists/paged-table.tsx';
import { everyRow } from '#services/http/every-page.ts';
import { listReferralEarnings } from '#services/money/referrals.ts';
import { useList } from '#state/query/hooks.ts';
import { useApi } from '#state/hooks.ts';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { type Unit, Share } from './referral-labels.tsx';

interface RowsFilter {
  readonly from?: string;
  readonly to?: string;
  readonly referral?: string;
}

const columnsFor = (unit: Unit): readonly Column<ReferralEarning>[] => [
  { key: 'what', title: 'Description', main: true, cell: ({ description }) => description },
  { key: 'when', title: 'Date', whole: true, cell: ({ createdAt }) => <OwnTime iso={createdAt} /> },
  {
    key: 'got',
    title: 'You earned',
    end: true,
    cell: ({ amount, tokens }) => <Share unit={unit} amount={amount} tokens={tokens} />,
  },
];

/** The ledger rows behind the totals, with an export. */
export function RowsTable({ unit, filter }: { unit: Unit; filter: RowsFilter }) {
  const api = useApi();
  const zone = useOwnZone();
  const query = useList(listReferralEarnings, { query: filter });
  const rows = async () =>
    (await everyRow(api, listReferralEarnings, { query: filter })).map(
      ({ createdAt, description, amount, tokens }) => [
        localIso(zone, createdAt),
        description,
        amount / 100,
        ...(unit === 'token' ? [tokens] : []),
      ],
    );
  return (
    <Stack gap={12}>
      <Row justify="end">
        <CsvButton
          filename="referrals"
          heads={['Date', 'Description', 'Amount', ...(unit === 'token' ? ['Tokens'] : [])]}
          rows={rows}
        />
      </Row>
      <PagedTable
        caption="Referral earnings"
        columns={columnsFor(unit)}
        query={query}
        empty={<EmptyState compact level={3} title="No activity in this period" />}
      />
    </Stack>
  );
}
