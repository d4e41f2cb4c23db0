import { deskRoutes } from '#config/desk-routes.ts';
import type { DeskPayout } from '#contract/operator/payouts.ts';
import type { PayoutState } from '#contract/payouts.ts';
import { formatMoney } from '#lib/format.ts';
import { useListDeskPayoutsInfiniteQuery } from '#state/api/operator/cases.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { StateFilter, type StateChoice, useStateFilter } from '../parts/state-filter.tsx';
import { payoutStateLabels } from './payout-labels.ts';

const choices: readonly StateChoice<PayoutState | 'open'>[] = [
  { value: 'open', label: 'Needs action' },
  ...(['pending', 'approved', 'processing', 'paid', 'rejected', 'cancelled', 'failed'] as const).map(
    (value) => ({
      value,
      label: payoutStateLabels[value],
    }),
  ),
];

const columns: readonly Column<DeskPayout>[] = [
  {
    key: 'amount',
    title: 'Payout',
    main: true,
    cell: ({ _id, amount, currency }) => (
      <Link href={deskRoutes.payout(_id)}>{formatMoney(amount, currency)}</Link>
    ),
  },
  { key: 'creator', title: 'Creator', cell: ({ performer }) => <PersonLink person={performer} /> },
  { key: 'state', title: 'Status', cell: ({ state }) => payoutStateLabels[state] },
  { key: 'to', title: 'To', from: 900, cell: ({ method }) => `${method.bank} ···· ${method.last4}` },
  {
    key: 'asked',
    title: 'Requested',
    whole: true,
    cell: ({ createdAt }) => <RelativeTime iso={createdAt} />,
  },
];

/** `/operator/payouts`: payouts that need action, and all others by status. */
export function PayoutsView() {
  const { state, choose } = useStateFilter(choices);
  const query = useListDeskPayoutsInfiniteQuery(state === 'open' ? {} : { state });
  return (
    <Stack gap={24}>
      <PageHead title="Payouts" unlisted />
      <PageHeader title="Payouts" text="Payouts through the gateway are sent automatically once approved." />
      <StateFilter choices={choices} state={state} onChoose={choose} />
      <DataTable
        name="desk-payouts"
        caption="Payouts"
        columns={columns}
        query={query}
        empty={
          <EmptyState
            level={2}
            title={state === 'open' ? 'No payouts are waiting' : 'No payouts with this status'}
            text={state === 'open' ? 'Requested payouts appear here.' : 'Try another status.'}
          />
        }
      />
    </Stack>
  );
}
