import { deskRoutes } from '#config/desk-routes.ts';
import type { DeskPayout } from '#contract/across/operator/payouts.ts';
import type { PayoutState } from '#contract/trade/payouts.ts';
import { formatMoney } from '#lib/format.ts';
import { listDeskPayouts } from '#services/across/operator/cases.ts';
import { useList } from '#state/query/hooks.ts';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { QueueView } from '../parts/queue-view.tsx';
import { type StateChoice, useStateFilter } from '../parts/state-filter.tsx';
import { payoutStateLabels } from './payout-labels.ts';

const choices: readonly StateChoice<PayoutState | 'open'>[] = [
  { value: 'open', label: 'Needs action' },
  ...(Object.keys(payoutStateLabels) as PayoutState[]).map((value) => ({
    value,
    label: payoutStateLabels[value],
  })),
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
  const { state, filter } = useStateFilter(choices);
  const query = useList(listDeskPayouts, { query: state === 'open' ? {} : { state } });
  return (
    <QueueView
      title="Payouts"
      text="Payouts through the gateway are sent automatically once approved."
      name="desk-payouts"
      caption="Payouts"
      filters={filter}
      columns={columns}
      query={query}
      empty={{
        title: state === 'open' ? 'No payouts are waiting' : 'No payouts with this status',
        text: state === 'open' ? 'Requested payouts appear here.' : 'Try another status.',
      }}
    />
  );
}
