import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import Columns3 from 'lucide-react/icons/columns-3';
import { useEffect, useRef, useState } from 'react';
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

/** Beyond this many rows, antd's table renders only those in view. */
const mostDrawn = 100;

interface TickProps {
  readonly name: string;
  readonly checked: boolean;
  readonly mixed?: boolean;
  readonly onChange: (checked: boolean) => void;
}

const Tick = ({ name, checked, mixed = false, onChange }: TickProps) => (
  <Checkbox
    label={<VisuallyHidden>{name}</VisuallyHidden>}
    checked={checked}
    ref={(input) => {
      if (input) input.indeterminate = mixed;
    }}
    onChange={({ target }) => onChange(target.checked)}
  />
);

/** The column that selects rows. */
const tickColumn = <Row extends { readonly _id: string }>({
  chosen,
  onChoose,
  getRowName,
}: TableSelection<Row>): Column<Row> => ({
  key: 'select',
  title: 'Select',
  select: true,
  cell: (row) => (
    <Tick
      name={`Select “${getRowName(row)}”`}
      checked={chosen.includes(row._id)}
      onChange={(checked) => onChoose(checked ? [...chosen, row._id] : chosen.filter((id) => id !== row._id))}
    />
  ),
});

/** The same with a header that selects all rows, where headers are seen. */
function withSelectAll<Row extends { readonly _id: string }>(
  column: Column<Row>,
  { chosen, onChoose }: TableSelection<Row>,
  rows: readonly Row[],
): Column<Row> {
  const selected = rows.filter(({ _id }) => chosen.includes(_id)).length;
  const hasAll = selected === rows.length;
  return {
    ...column,
    head: (
      <Tick
        name="Select all"
        checked={hasAll}
        mixed={selected > 0 && !hasAll}
        onChange={(checked) => onChoose(checked ? rows.map(({ _id }) => _id) : [])}
      />
    ),
  };
}

/** A column whose header selects its orders one after another, and after the last one the table's default. */
function withSort<Row, Sort extends string>(column: Column<Row>, sort: TableSort<Sort>): Column<Row> {
  const orders = sort.orders.filter((order) => order.column === column.key);
  if (orders.length === 0) return column;
  const at = orders.findIndex(({ value }) => value === sort.value);
  const order = orders[at]?.order;
  const Icon = order === 'ascend' ? ArrowUp : order === 'descend' ? ArrowDown : ChevronsUpDown;
  const next = orders[at + 1] ?? (at < 0 ? orders[0] : sort.orders[0]);
  return {
    ...column,
    ...(order && { sorted: order === 'ascend' ? ('ascending' as const) : ('descending' as const) }),
    head: (
      <button type="button" className={styles.sorter} onClick={() => next && sort.onChange(next.value)}>
        {column.title}
        <Icon size={14} aria-hidden="true" />
      </button>
    ),
  };
}

interface Looks<Row extends { readonly _id: string }, Sort extends string> extends Pick<
  DataTableProps<Row, Sort>,
  'columns' | 'sort' | 'selection'
> {
  readonly rows: readonly Row[];
  readonly isPhone: boolean;
}

/** The columns as they are drawn. A phone shows no headers, so nothing in them may be reached. */
function drawnColumns<Row extends { readonly _id: string }, Sort extends string>({
  columns,
  sort,
  selection,
  rows,
  isPhone,
}: Looks<Row, Sort>): readonly Column<Row>[] {
  const ticks = selection ? [tickColumn(selection)] : [];
  if (isPhone) return [...ticks, ...columns];
  return [
    ...ticks.map((column) => (selection ? withSelectAll(column, selection, rows) : column)),
    ...columns.map((column) => (sort ? withSort(column, sort) : column)),
  ];
}

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
 * A table with server-side sorting, selectable rows and configurable columns. On a phone each row is a block. A long
 * table in a wide window is antd's, which is loaded for that alone.
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
  const count = uniqueRows(query).length;
  const drawnBefore = useRef(0);
  useEffect(() => {
    if (count <= mostDrawn) drawnBefore.current = count;
  }, [count]);
  const hasTools = query.currentData ? count > 0 : !query.error;
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
                {rows.length > mostDrawn && !isPhone ? (
                  <LazyControl resting={<TableSkeleton caption={caption} rowHeight={rowHeight} />}>
                    <TableControl
                      {...{ caption, columns: shown, rows, sort, selection, width, drawnBefore }}
                    />
                  </LazyControl>
                ) : (
                  <Table
                    caption={caption}
                    columns={drawnColumns({ columns: shown, sort, selection, rows, isPhone })}
                    rows={rows}
                    getKey={({ _id }) => _id}
                    unmeasured={width === 0}
                    stickyHead
                  />
                )}
              </div>
            </>
          )}
        </PagedRows>
      </Stack>
    </div>
  );
}
