import { deskRoutes } from '#config/desk-routes.ts';
import type { CreatorCase } from '#contract/operator/creators.ts';
import { useListDeskCreatorsInfiniteQuery } from '#state/api/operator/cases.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { StateFilter, type StateChoice, useStateFilter } from '../parts/state-filter.tsx';
import { nameOf } from '../parts/person-link.tsx';

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
    cell: (row) => <Link href={deskRoutes.creator(row._id)}>{nameOf(row)}</Link>,
  },
  { key: 'name', title: 'Name', cell: ({ name }) => name },
  { key: 'email', title: 'Email', cell: ({ email }) => email ?? '–', from: 900 },
  { key: 'documents', title: 'Documents', end: true, cell: ({ documents }) => documents },
  { key: 'since', title: 'Joined', whole: true, cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
];

/** `/operator/creators`: creators who wait for approval, and those decided on. */
export function CreatorsView() {
  const { state, choose } = useStateFilter(choices);
  const query = useListDeskCreatorsInfiniteQuery({ state });
  return (
    <Stack gap={24}>
      <PageHead title="Creators to verify" unlisted />
      <PageHeader title="Creators to verify" text="Longest waiting first." />
      <StateFilter choices={choices} state={state} onChoose={choose} />
      <DataTable
        name="desk-creators"
        caption="Creators"
        columns={columns}
        query={query}
        empty={
          <EmptyState
            level={2}
            title={state === 'pending' ? 'No one is waiting' : 'No creators with this status'}
            text={state === 'pending' ? 'New creators appear here.' : 'Try another status.'}
          />
        }
      />
    </Stack>
  );
}
