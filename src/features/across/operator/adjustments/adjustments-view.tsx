import { deskRoutes } from '#config/desk-routes.ts';
import type { Adjustment, AdjustmentState } from '#contract/across/operator/adjustments.ts';
import { listAdjustments } from '#services/across/operator/adjustments.ts';
import { useList } from '#state/query/hooks.ts';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { QueueView } from '../parts/queue-view.tsx';
import { useStateFilter } from '../parts/state-filter.tsx';
import { adjustmentAmount, adjustmentStates, purseLabels } from './adjustment-labels.ts';

const choices = (Object.entries(adjustmentStates) as [AdjustmentState, string][]).map(([value, label]) => ({
  value,
  label,
}));

const columns: readonly Column<Adjustment>[] = [
  {
    key: 'amount',
    title: 'Adjustment',
    main: true,
    cell: (row) => <Link href={deskRoutes.adjustment(row._id)}>{adjustmentAmount(row)}</Link>,
  },
  { key: 'person', title: 'Person', whole: true, cell: ({ person }) => <PersonLink person={person} /> },
  { key: 'purse', title: 'Balance', from: 760, cell: ({ purse }) => purseLabels[purse] },
  { key: 'reason', title: 'Reason', cell: ({ reason }) => reason },
  { key: 'by', title: 'Proposed by', from: 900, cell: ({ proposedBy }) => proposedBy },
  { key: 'when', title: 'When', whole: true, cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
];

/** `/operator/adjustments`: corrections of wallets and earnings that wait for approval, and those decided. */
export function AdjustmentsView() {
  const { state, filter } = useStateFilter(choices);
  const query = useList(listAdjustments, { query: { state } });
  return (
    <QueueView
      title="Adjustments"
      text="Corrections of wallets and earnings. Propose one on a person’s page. If there are other operators, one of them has to approve it."
      name="desk-adjustments"
      caption="Adjustments"
      filters={filter}
      columns={columns}
      query={query}
      empty={{
        title: state === 'proposed' ? 'No adjustments are waiting' : 'No adjustments with this status',
        text: state === 'proposed' ? 'Proposed ones appear here.' : 'Try another status.',
      }}
    />
  );
}
