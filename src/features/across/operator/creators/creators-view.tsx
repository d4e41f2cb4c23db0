import { deskRoutes } from '#config/desk-routes.ts';
import type { CreatorCase } from '#contract/across/operator/creators.ts';
import { listDeskCreators } from '#services/across/operator/cases.ts';
import { useList } from '#state/query/hooks.ts';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { formatPersonName } from '../parts/person-link.tsx';
import { QueueView } from '../parts/queue-view.tsx';
import { type StateChoice, useStateFilter } from '../parts/state-filter.tsx';

const choices: readonly StateChoice<CreatorCase['verified']>[] = [
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'expired', label: 'Expired' },
  { value: 'draft', label: 'Drafts' },
];

const columns: readonly Column<CreatorCase>[] = [
  {
    key: 'creator',
    title: 'Creator',
    main: true,
    cell: (row) => <Link href={deskRoutes.creator(row._id)}>{formatPersonName(row)}</Link>,
  },
  { key: 'name', title: 'Name', cell: ({ name }) => name },
  { key: 'email', title: 'Email', cell: ({ email }) => email ?? '–', from: 900 },
  { key: 'documents', title: 'Documents', end: true, cell: ({ documents }) => documents },
  { key: 'since', title: 'Joined', whole: true, cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
];

/** `/operator/creators`: creators who wait for approval, and those decided on. */
export function CreatorsView() {
  const { state, filter } = useStateFilter(choices);
  const query = useList(listDeskCreators, { query: { state } });
  return (
    <QueueView
      title="Creators to verify"
      text="Longest waiting first."
      name="desk-creators"
      caption="Creators"
      filters={filter}
      columns={columns}
      query={query}
      empty={{
        title: state === 'pending' ? 'No one is waiting' : 'No creators with this status',
        text: state === 'pending' ? 'New creators appear here.' : 'Try another status.',
      }}
    />
  );
}
