import { PagedRows, type PagedRowsProps } from '#ui/layout/paged-rows.tsx';
import { type Column, Table } from '#ui/layout/table.tsx';

export interface PagedTableProps<Row extends { readonly _id: string }> extends Omit<
  PagedRowsProps<Row>,
  'children'
> {
  readonly columns: readonly Column<Row>[];
}

/** A plain paginated table for public pages; the studio uses `DataTable`. */
export const PagedTable = <Row extends { readonly _id: string }>({
  columns,
  ...pages
}: PagedTableProps<Row>) => (
  <PagedRows {...pages}>
    {(rows) => (
      <Table caption={pages.caption} columns={columns} rows={rows} getKey={(row) => row._id} unmeasured />
    )}
  </PagedRows>
);
