import { DataTable } from '#ui/antd/data-table.tsx';
import { Button } from '#ui/content/button.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PagedRows } from '#ui/layout/paged-rows.tsx';
import { Stats, Table, type Column } from '#ui/layout/table.tsx';
import { Row } from '#ui/layout/stack.tsx';

interface Sale {
  readonly _id: string;
  readonly title: string;
  readonly sold: number;
}
const sales: readonly Sale[] = [
  { _id: '1', title: 'Breakfast mug', sold: 12 },
  { _id: '2', title: 'A title that is so long that it needs more than one line on a phone', sold: 1_204 },
];
const columns: readonly Column<Sale>[] = [
  { key: 'title', title: 'Product', main: true, cell: ({ title }) => title },
  { key: 'state', title: 'Status', cell: () => 'Published' },
  { key: 'sold', title: 'Sold', end: true, cell: ({ sold }) => sold },
];
const nothing = () => undefined;
const loaded = (data: readonly Sale[]) => ({
  currentData: { pages: [{ data }] },
  isFetching: false,
  hasNextPage: false,
  fetchNextPage: nothing,
  refetch: nothing,
});
const loading = { ...loaded([]), currentData: undefined, isFetching: true };
const failed = { ...loading, isFetching: false, error: { message: 'Check your connection.' } };
const empty = <EmptyState title="No products yet" />;
const shared = { caption: 'Products', empty, name: 'catalogue', columns };

export const Plain = () => <Table caption="Sales" columns={columns} rows={sales} getKey={({ _id }) => _id} />;
export const Figures = () => (
  <Stats
    items={[
      { label: 'Revenue', value: '$1,204.00', hint: 'Previous 30 days: $980.00' },
      { label: 'Sold', value: '12' },
      { label: 'Refunds', value: '–' },
    ]}
  />
);
export const WithSelection = () => (
  <DataTable
    {...shared}
    query={{ ...loaded(sales), hasNextPage: true }}
    sort={{ orders: [{ value: 'new', label: 'Newest first' }], value: 'new', onChange: nothing }}
    selection={{
      chosen: ['1'],
      onChoose: nothing,
      getRowName: ({ title }) => title,
      bar: (chosen) => (
        <Row>
          {chosen.length} selected <Button>Archive</Button>
        </Row>
      ),
    }}
  />
);
export const Empty = () => <DataTable {...shared} query={loaded([])} />;
export const Failed = () => <DataTable {...shared} query={failed} />;
export const Loading = () => <DataTable {...shared} query={loading} />;
export const FurtherPageFailed = () => (
  <PagedRows
    caption="Sales"
    empty={empty}
    query={{ ...loaded(sales), error: failed.error, hasNextPage: true }}
  >
    {(rows) => rows.map(({ _id, title }) => <p key={_id}>{title}</p>)}
  </PagedRows>
);
