import { deskRoutes } from '#config/desk-routes.ts';
import type { DeskDispute } from '#contract/across/operator/payments.ts';
import { formatMoney } from '#lib/format.ts';
import { listDisputes } from '#services/across/operator/cases.ts';
import { useList } from '#state/query/hooks.ts';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { QueueView } from '../parts/queue-view.tsx';
import { type StateChoice, useStateFilter } from '../parts/state-filter.tsx';

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
  { key: 'id', title: 'Gateway ID', from: 1000, cell: ({ gatewayId }) => gatewayId },
  { key: 'since', title: 'Opened', whole: true, cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
];

/** `/operator/disputes`: payments disputed by cardholders. Their evidence is sent at the gateway. */
export function DisputesView() {
  const { state, filter } = useStateFilter(choices);
  const query = useList(listDisputes, { query: { state } });
  return (
    <QueueView
      title="Disputes"
      text="Submit evidence for open disputes at the payment gateway, usually within a week. The outcome is booked automatically."
      name="desk-disputes"
      caption="Disputes"
      filters={filter}
      columns={columns}
      query={query}
      empty={{
        title: state === 'open' ? 'No open disputes' : 'No disputes with this outcome',
        text: 'Payments that cardholders dispute appear here.',
      }}
    />
  );
}
