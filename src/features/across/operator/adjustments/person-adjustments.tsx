import { useState } from 'react';
import { deskRoutes } from '#config/desk-routes.ts';
import type { Adjustment } from '#contract/across/operator/adjustments.ts';
import type { DeskPerson } from '#contract/across/operator/people.ts';
import { PagedTable } from '#components/base/lists/paged-table.tsx';
import { listAdjustments } from '#services/across/operator/adjustments.ts';
import { useList } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { adjustmentAmount, adjustmentStates } from './adjustment-labels.ts';
import { ProposeDialog } from './propose-dialog.tsx';

const columns: readonly Column<Adjustment>[] = [
  {
    key: 'amount',
    title: 'Adjustment',
    main: true,
    cell: (row) => <Link href={deskRoutes.adjustment(row._id)}>{adjustmentAmount(row)}</Link>,
  },
  { key: 'reason', title: 'Reason', cell: ({ reason }) => reason },
  { key: 'state', title: 'Status', cell: ({ state }) => adjustmentStates[state] },
  { key: 'when', title: 'When', whole: true, cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
];

/** The corrections of a person's balances, and the button to propose one. */
export function PersonAdjustments({ person }: { person: DeskPerson }) {
  const [isAsked, setAsked] = useState(false);
  const query = useList(listAdjustments, { query: { accountId: person._id } });
  return (
    <Section
      title="Adjustments"
      actions={person.isSelf ? undefined : <Button onClick={() => setAsked(true)}>Propose adjustment</Button>}
    >
      <PagedTable
        caption="Adjustments"
        columns={columns}
        query={query}
        empty={<EmptyState compact level={3} title="No adjustments" />}
      />
      {isAsked ? <ProposeDialog person={person} onClose={() => setAsked(false)} /> : null}
    </Section>
  );
}
