import { deskRoutes } from '#config/desk-routes.ts';
import type { ListedCase } from '#contract/across/operator/moderation.ts';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { listCases } from '#services/across/operator/moderation.ts';
import { useList } from '#state/query/hooks.ts';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import { Row } from '#ui/layout/stack.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { QueueView } from '../parts/queue-view.tsx';
import { useStateFilter } from '../parts/state-filter.tsx';
import { categoryLabels, kindLabels, stateLabels, toOptions } from './case-labels.ts';
import { CaseDownloads } from './case-downloads.tsx';

const columns: readonly Column<ListedCase>[] = [
  {
    key: 'case',
    title: 'Case',
    main: true,
    cell: (row) => (
      <Link href={deskRoutes.case(row._id)}>
        {kindLabels[row.targetType]} of{' '}
        {row.person.username === null ? row.person.name : `@${row.person.username}`}
      </Link>
    ),
  },
  { key: 'category', title: 'Reason', cell: ({ category }) => categoryLabels[category] },
  { key: 'reports', title: 'Reports', end: true, cell: ({ reports }) => reports },
  { key: 'state', title: 'Status', cell: ({ state }) => stateLabels[state] },
  { key: 'since', title: 'Since', whole: true, cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
];

const states = toOptions(stateLabels);
const categories = toOptions(categoryLabels);
const kinds = toOptions(kindLabels);
const everything = { value: '', label: 'All' };

/** The filters beside the status, kept in the address. */
function useFilters() {
  const { get, set } = useQueryParams();
  return {
    category: categories.find(({ value }) => value === get('category'))?.value,
    kind: kinds.find(({ value }) => value === get('kind'))?.value,
    set,
  };
}

/** `/operator/cases`: what people reported, the most urgent first. */
export function CasesView() {
  const { state, filter } = useStateFilter(states);
  const { category, kind, set } = useFilters();
  const query = useList(listCases, {
    query: {
      state,
      ...(category && { category }),
      ...(kind && { kind }),
    },
  });
  return (
    <QueueView
      title="Reports"
      text="Child safety first, then illegal content, then the longest waiting."
      name="desk-cases"
      caption="Cases"
      filters={
        <>
          {filter}
          <Row>
            <Select
              label="Reason"
              options={[everything, ...categories]}
              value={category ?? ''}
              onChange={({ target }) => set({ category: target.value })}
            />
            <Select
              label="Kind"
              options={[everything, ...kinds]}
              value={kind ?? ''}
              onChange={({ target }) => set({ kind: target.value })}
            />
          </Row>
        </>
      }
      columns={columns}
      query={query}
      empty={{
        title: state === 'open' ? 'Nothing is waiting' : 'No cases here',
        text: state === 'open' ? 'New reports appear here.' : 'Try another filter.',
      }}
    >
      <CaseDownloads />
    </QueueView>
  );
}
