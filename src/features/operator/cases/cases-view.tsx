import { deskRoutes } from '#config/desk-routes.ts';
import type { CaseState, ListedCase } from '#contract/operator/moderation.ts';
import { useQueryParams } from '#components/lists/query-params.ts';
import { useListCasesInfiniteQuery } from '#state/api/operator/moderation.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { categoryLabels, kindLabels, optionsOf, stateLabels } from './case-labels.ts';
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

const states = optionsOf(stateLabels);
const categories = optionsOf(categoryLabels);
const kinds = optionsOf(kindLabels);
const everything = { value: '', label: 'All' };

/** The filters, kept in the address. */
function useFilters() {
  const { get, set } = useQueryParams();
  const hydrated = useHydrated();
  const read = (name: string) => (hydrated ? get(name) : '');
  return {
    state: states.find(({ value }) => value === read('state'))?.value ?? ('open' satisfies CaseState),
    category: categories.find(({ value }) => value === read('category'))?.value,
    kind: kinds.find(({ value }) => value === read('kind'))?.value,
    set,
  };
}

/** `/operator/cases`: what people reported, longest waiting first. */
export function CasesView() {
  const { state, category, kind, set } = useFilters();
  const query = useListCasesInfiniteQuery({
    state,
    ...(category && { category }),
    ...(kind && { kind }),
  });
  return (
    <Stack gap={24}>
      <PageHead title="Reports" unlisted />
      <PageHeader title="Reports" text="Longest waiting first." />
      <ChipRow label="Status">
        {states.map(({ value, label }) => (
          <ChipButton
            key={value}
            pressed={value === state}
            onClick={() => set({ state: value === 'open' ? '' : value })}
          >
            {label}
          </ChipButton>
        ))}
      </ChipRow>
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
      <DataTable
        name="desk-cases"
        caption="Cases"
        columns={columns}
        query={query}
        empty={
          <EmptyState
            level={2}
            title={state === 'open' ? 'Nothing is waiting' : 'No cases here'}
            text={state === 'open' ? 'New reports appear here.' : 'Try another filter.'}
          />
        }
      />
      <CaseDownloads />
    </Stack>
  );
}
