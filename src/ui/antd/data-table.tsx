import Columns3 from 'lucide-react/icons/columns-3';
import { useEffect, useState } from 'react';
import { VisuallyHidden } from '../content/visually-hidden.tsx';
import { Button } from '../content/button.tsx';
import { Checkbox } from '../forms/choice.tsx';
import { Select } from '../forms/text-input.tsx';
import { useBoxWidth } from '../hooks/use-box-width.ts';
import { useIsPhone } from '../hooks/use-is-phone.ts';
import { lazyPart } from '../layout/lazy-part.ts';
import { PagedRows, type PagedRowsProps, TableSkeleton, uniqueRows } from '../layout/paged-rows.tsx';
import { Row as Line, Stack } from '../layout/stack.tsx';
import { type Column, Table } from '../layout/table.tsx';
import { Menu } from '../overlays/menu.tsx';
import styles from './data-table.module.css';
import { LazyControl } from './lazy-control.tsx';
import { useShownColumns } from './shown-columns.ts';
import type { TableSelection, TableSort } from './table-parts.ts';

const load = async () => (await import('./table-control.tsx')).TableControl;
// `lazy` loses the generic type parameter, so restore it.
const TableControl = lazyPart(load) as unknown as Awaited<ReturnType<typeof load>>;

export interface DataTableProps<Row extends { readonly _id: string }, Sort extends string> extends Omit<
  PagedRowsProps<Row>,
  'children'
> {
  /** Key under which the selected columns are saved on this device. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly sort?: TableSort<Sort> | undefined;
  readonly selection?: TableSelection<Row> | undefined;
}

/** A checkbox column, for the block layout on phones. */
const tickColumn = <Row extends { readonly _id: string }>({
  chosen,
  onChoose,
  getRowName,
}: TableSelection<Row>): Column<Row> => ({
  key: 'select',
  title: 'Select',
  select: true,
  cell: (row) => (
    <Checkbox
      label={<VisuallyHidden>Select “{getRowName(row)}”</VisuallyHidden>}
      checked={chosen.includes(row._id)}
      onChange={({ target }) =>
        onChoose(target.checked ? [...chosen, row._id] : chosen.filter((id) => id !== row._id))
      }
    />
  ),
});

/** Keeps the current rows while a new order loads, so that the pressed column header keeps focus. */
function useResorted<Row extends { readonly _id: string }>(
  query: PagedRowsProps<Row>['query'],
  order: string | undefined,
) {
  const [last, setLast] = useState({ order, data: query.currentData });
  if (query.currentData && query.currentData !== last.data) setLast({ order, data: query.currentData });
  const isResorting =
    !query.currentData && query.isFetching && last.data !== undefined && last.order !== order;
  return {
    isResorting,
    query: isResorting ? { ...query, currentData: last.data, hasNextPage: false } : query,
  };
}

interface TableToolsProps<Sort extends string> {
  readonly caption: string;
  /** Only where there are no column headers to sort by. */
  readonly sort: DataTableProps<never, Sort>['sort'];
  readonly columns: ReturnType<typeof useShownColumns>['options'];
}

/** The toolbar above the rows: sort order and visible columns. */
function TableTools<Sort extends string>({ caption, sort, columns }: TableToolsProps<Sort>) {
  return (
    <Line justify="end" wrap={false} className={styles.tools}>
      {sort ? (
        <Select
          label="Sort by"
          hideLabel
          options={sort.orders}
          value={sort.value}
          onChange={({ target }) =>
            sort.onChange(sort.orders.find(({ value }) => value === target.value)?.value ?? sort.value)
          }
        />
      ) : null}
      <Menu
        label={`Columns of ${caption.toLowerCase()}`}
        items={columns}
        trigger={(trigger) => (
          <Button {...trigger} variant="quiet" icon={<Columns3 size={18} aria-hidden="true" />}>
            Columns
          </Button>
        )}
      />
    </Line>
  );
}

/**
 * A table with server-side sorting, selectable rows and configurable columns. In wide windows antd renders
 * it, loaded on demand; on a phone each row is a block and antd isn't loaded.
 */
export function DataTable<Row extends { readonly _id: string }, Sort extends string = never>({
  name,
  columns,
  sort,
  selection,
  ...pages
}: DataTableProps<Row, Sort>) {
  const { box, width } = useBoxWidth();
  const isPhone = useIsPhone();
  const { shown, options } = useShownColumns(name, columns, isPhone ? 0 : width);
  const { query, isResorting } = useResorted(pages.query, sort?.value);
  useEffect(() => {
    // Preloads in parallel with the rows. Errors are ignored because rendering tries again.
    if (!isPhone) load().catch(() => undefined);
  }, [isPhone]);
  const hasTools = query.currentData ? uniqueRows(query).length > 0 : !query.error;
  const { caption, rowHeight } = pages;
  return (
    <div ref={box}>
      <Stack gap={8}>
        {hasTools ? (
          <TableTools caption={caption} sort={isPhone ? sort : undefined} columns={options} />
        ) : null}
        <PagedRows {...pages} query={query}>
          {(rows) => (
            <>
              {selection?.bar(
                rows.filter(({ _id }) => selection.chosen.includes(_id)),
                () => selection.onChoose(rows.map(({ _id }) => _id)),
              )}
              <div aria-busy={isResorting} className={isResorting ? styles.resorting : undefined}>
                {isPhone ? (
                  <Table
                    caption={caption}
                    columns={selection ? [tickColumn(selection), ...shown] : shown}
                    rows={rows}
                    getKey={({ _id }) => _id}
                  />
                ) : (
                  <LazyControl resting={<TableSkeleton caption={caption} rowHeight={rowHeight} />}>
                    <TableControl {...{ caption, columns: shown, rows, sort, selection, width }} />
                  </LazyControl>
                )}
              </div>
            </>
          )}
        </PagedRows>
      </Stack>
    </div>
  );
}
