import { deskRoutes } from '#config/desk-routes.ts';
import type { DeskOrder } from '#contract/across/operator/orders.ts';
import { problemLabels, problemOutcomeLabels } from '#components/trade/shop/order-texts.ts';
import { listDeskOrders } from '#services/across/operator/orders.ts';
import { useList } from '#state/query/hooks.ts';
import { Link } from '#ui/content/link.tsx';
import { Tokens } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { QueueView } from '../parts/queue-view.tsx';
import { type StateChoice, useStateFilter } from '../parts/state-filter.tsx';

const choices: readonly StateChoice<'escalated' | 'closed'>[] = [
  { value: 'escalated', label: 'Needs a decision' },
  { value: 'closed', label: 'Closed' },
];

const columns: readonly Column<DeskOrder>[] = [
  {
    key: 'order',
    title: 'Order',
    main: true,
    cell: ({ _id, number, title }) => (
      <Link href={deskRoutes.order(_id)}>
        {title} · {number}
      </Link>
    ),
  },
  {
    key: 'problem',
    title: 'Problem',
    cell: ({ problem: { reason, outcome } }) =>
      outcome ? problemOutcomeLabels[outcome] : problemLabels[reason],
  },
  { key: 'buyer', title: 'Buyer', cell: ({ buyer }) => <PersonLink person={buyer} /> },
  {
    key: 'performer',
    title: 'Creator',
    from: 900,
    cell: ({ performer }) => <PersonLink person={performer} />,
  },
  { key: 'total', title: 'Total', end: true, cell: ({ total }) => <Tokens tokens={total} /> },
  {
    key: 'since',
    title: 'Since',
    whole: true,
    cell: ({ problem }) => <RelativeTime iso={problem.since} />,
  },
];

/** `/operator/orders`: problems with orders that buyer and creator couldn't solve. */
export function OrderCasesView() {
  const { state, filter } = useStateFilter(choices);
  const query = useList(listDeskOrders, { query: { state } });
  return (
    <QueueView
      title="Order problems"
      text="Problems that the creator didn’t answer in time, or that the buyer passed on. The money is on hold until you decide."
      name="desk-orders"
      caption="Order problems"
      filters={filter}
      columns={columns}
      query={query}
      empty={{
        title: state === 'escalated' ? 'No order problems are waiting' : 'No order problems were closed',
        text: 'Shipped orders that didn’t arrive, or that something is wrong with, appear here.',
      }}
    />
  );
}
