import { deskRoutes } from '#config/desk-routes.ts';
import type { DeskDispute } from '#contract/operator/payments.ts';
import { formatMoney } from '#lib/format.ts';
import { useListDisputesInfiniteQuery } from '#state/api/operator/cases.ts';
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

const choices: readonly StateChoice<'open' | 'won' | 'lost'>[] = [
  { value: 'open', label: 'Open' },
  { value: 'won', label: 'Won' },
  { value: 'lost', label: 'Lost' },
];

const columns: readonly Column<DeskDispute>[] = [
  {
    key: 'payment',
    title: 'Payment',
    main: true,
    cell: ({ transactionId, description, gatewayId }) =>
      transactionId ? (
        <Link href={deskRoutes.payment(transactionId)}>{description ?? gatewayId}</Link>
      ) : (
        gatewayId
      ),
  },
  {
    key: 'amount',
    title: 'Amount',
    end: true,
    cell: ({ amount, currency }) => formatMoney(amount, currency),
  },
  { key: 'payer', title: 'Paid by', cell: ({ payer }) => <PersonLink person={payer} /> },
  { key: 'reason', title: 'Reason', cell: ({ reason }) => reason.replaceAll('_', ' ') },
  { key: 'id', title: 'Gateway’s id', from: 1000, cell: ({ gatewayId }) => gatewayId },
  { key: 'since', title: 'Opened', whole: true, cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
];

/** `/operator/disputes`: payments disputed by cardholders. Their evidence is sent at the gateway. */
export function DisputesView() {
  const { state, choose } = useStateFilter(choices);
  const query = useListDisputesInfiniteQuery({ state });
  return (
    <Stack gap={24}>
      <PageHead title="Disputes" unlisted />
      <PageHeader
        title="Disputes"
        text="Send evidence for open ones at the payment gateway, usually within a week. The outcome is booked automatically."
      />
      <StateFilter choices={choices} state={state} onChoose={choose} />
      <DataTable
        name="desk-disputes"
        caption="Disputes"
        columns={columns}
        query={query}
        empty={
          <EmptyState
            level={2}
            title={state === 'open' ? 'No open disputes' : 'No disputes with this outcome'}
            text="Payments that cardholders dispute appear here."
          />
        }
      />
    </Stack>
  );
}
