import AntTable from 'antd/es/table';
import type { ColumnType, TableRef } from 'antd/es/table';
import { useEffect, useRef, useState } from 'react';
import type { ComponentProps, KeyboardEvent, RefObject } from 'react';
import { VisuallyHidden } from '../content/visually-hidden.tsx';
import type { Column } from '../layout/table.tsx';
import { AntdProvider } from '../theme/antd-provider.tsx';
import { cx } from '../theme/class-names.ts';
import { tickWidth, widthsIn } from './column-widths.ts';
import styles from './data-table.module.css';
import type { TableSelection, TableSort } from './table-parts.ts';

interface Item {
  readonly _id: string;
}
export interface TableControlProps<Row extends Item, Sort extends string> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly sort?: TableSort<Sort> | undefined;
  readonly selection?: TableSelection<Row> | undefined;
  /** Width of the container in pixels; 0 if unknown. */
  readonly width: number;
  /** How many rows the table had when all were drawn; 0 if there always were too many. */
  readonly drawnBefore: RefObject<number>;
}

/** antd's loading wrapper marks the table as a busy live region; `DataTable` announces loading itself. */
const still = { spinning: false, 'aria-busy': undefined, 'aria-live': undefined };

/** antd sorts on Enter only; a header that acts as a button must respond to the space bar as well. */
const pressBySpace = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== ' ' || event.target !== event.currentTarget) return;
  event.preventDefault();
  event.currentTarget.click();
};

const sortedBy = <Row extends Item, Sort extends string>(
  key: string,
  sort: TableSort<Sort> | undefined,
): Partial<ColumnType<Row>> => {
  const orders = sort?.orders.filter(({ column }) => column === key) ?? [];
  if (orders.length === 0) return {};
  return {
    sorter: true,
    sortDirections: orders.map(({ order }) => order ?? 'ascend'),
    sortOrder: orders.find(({ value }) => value === sort?.value)?.order ?? null,
    showSorterTooltip: false,
    onHeaderCell: () => ({ onKeyDown: pressBySpace }),
  };
};

/**
 * antd renders virtual rows as divs and the header as a separate table. Explicit roles make both part of one
 * table for assistive technology.
 */
const parts = {
  none: { role: 'presentation' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;
const virtualParts = {
  header: {
    table: (props: ComponentProps<'table'>) => <table {...props} {...parts.none} />,
    wrapper: (props: ComponentProps<'thead'>) => <thead {...props} {...parts.group} />,
    row: (props: ComponentProps<'tr'>) => <tr {...props} {...parts.row} aria-rowindex={1} />,
    cell: (props: ComponentProps<'th'>) => <th {...props} {...parts.head} />,
  },
  body: {
    row: (props: ComponentProps<'div'>) => <div {...props} {...parts.row} />,
    cell: (props: ComponentProps<'div'>) => <div {...props} {...parts.cell} />,
  },
};

function toAntdColumns<Row extends Item, Sort extends string>(
  columns: readonly Column<Row>[],
  sort: TableSort<Sort> | undefined,
  getWidth: (column: Column<Row>) => number,
): ColumnType<Row>[] {
  return columns.map((column) => ({
    key: column.key,
    title: column.menu ? <VisuallyHidden>{column.title}</VisuallyHidden> : column.title,
    ...(column.end && { align: 'end' as const }),
    className: cx((column.end || column.whole) && styles.whole, column.main && styles.main) ?? '',
    width: getWidth(column),
    render: (_: unknown, row: Row) => column.cell(row),
    ...sortedBy<Row, Sort>(column.key, sort),
  }));
}

/** The order that a click on a header selects; after the last one, the table returns to its default order. */
const requestedOrder = <Sort extends string>(
  sort: TableSort<Sort>,
  key: unknown,
  order: 'ascend' | 'descend' | null | undefined,
): Sort =>
  (sort.orders.find((each) => each.column === key && each.order === order) ?? sort.orders[0])?.value ??
  sort.value;

/**
 * A long table by antd, loaded by `DataTable`: only the rows in view are rendered. It scrolls inside its container and
 * begins with the last row that was there when all were drawn.
 */
export function TableControl<Row extends Item, Sort extends string>({
  caption,
  columns,
  rows,
  sort,
  selection,
  width,
  drawnBefore,
}: TableControlProps<Row, Sort>) {
  const table = useRef<TableRef>(null);
  useEffect(() => {
    if (drawnBefore.current > 0) table.current?.scrollTo({ index: drawnBefore.current - 1 });
  }, [drawnBefore]);
  const [height] = useState(() => Math.max(320, Math.round(window.innerHeight * 0.7)));
  const { getWidth, least } = widthsIn(columns, width, selection !== undefined);
  return (
    <AntdProvider>
      <div className={styles.table} role="table" aria-label={caption} aria-rowcount={rows.length + 1}>
        <AntTable<Row>
          ref={table}
          rowKey="_id"
          columns={toAntdColumns(columns, sort, getWidth)}
          dataSource={rows}
          pagination={false}
          loading={still}
          virtual
          scroll={{ x: Math.max(least, width), y: height }}
          components={virtualParts}
          onRow={(_row: Row, index?: number) => ({ 'aria-rowindex': (index ?? 0) + 2 })}
          {...(selection && {
            rowSelection: {
              columnWidth: tickWidth,
              selectedRowKeys: [...selection.chosen],
              onChange: (keys: readonly unknown[]) => selection.onChoose(keys.map(String)),
              getCheckboxProps: (row: Row) => ({ 'aria-label': `Select “${selection.getRowName(row)}”` }),
            },
          })}
          {...(sort && {
            onChange: (_page, _filters, asked) => {
              const { columnKey, order } = Array.isArray(asked) ? (asked[0] ?? {}) : asked;
              sort.onChange(requestedOrder(sort, columnKey, order));
            },
          })}
        />
      </div>
    </AntdProvider>
  );
}
