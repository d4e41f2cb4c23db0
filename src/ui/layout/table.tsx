import type { ReactNode } from 'react';
import { useScrolls } from '../hooks/use-scrolls.ts';
import { cx } from '../theme/class-names.ts';
import styles from './table.module.css';
import { VisuallyHidden } from '../content/visually-hidden.tsx';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** A numeric column, aligned to the end. */
  readonly end?: boolean;
  /** Never wraps, such as a date. */
  readonly whole?: boolean;
  /** The row's title; the heading of the block that a row becomes on a phone. */
  readonly main?: boolean;
  /** The row's menu; on a phone, in the corner of the block next to the title. */
  readonly menu?: boolean;
  /** The row's checkbox; on a phone, before the title. */
  readonly select?: boolean;
  /** The table width from which the column is shown; where columns can be chosen, by default. */
  readonly from?: ColumnWidth;
  /** What the header shows instead of the title, such as a button that sorts. */
  readonly head?: ReactNode;
  /** The order of the rows by this column. */
  readonly sorted?: 'ascending' | 'descending' | undefined;
}

/** Widths of a table in pixels that columns may require; the style sheet has a rule for each. */
export type ColumnWidth = 700 | 760 | 800 | 900 | 1000;

export interface TableProps<Row> {
  /** Accessible name of the table. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly getKey: (row: Row) => string;
  /** Hides columns that require a wider table, as long as no script has measured the table. */
  readonly unmeasured?: boolean;
  /** Keeps the header in view while the page scrolls. */
  readonly stickyHead?: boolean;
}

/** The value is wrapped in one element, so that its parts stay together in the block layout. */
const Cell = <Row,>({
  column: { title, cell, end, whole, main, menu, select, from },
  row,
}: {
  column: Column<Row>;
  row: Row;
}) => {
  const value = cell(row);
  // A dash keeps a cell from being empty; the block layout omits it.
  const isNothing = value === '–';
  return (
    <td
      data-label={title}
      data-from={from}
      className={cx(
        end && styles.end,
        (end || whole) && styles.whole,
        main && styles.main,
        menu && styles.menu,
        select && styles.select,
        isNothing && styles.nothing,
      )}
    >
      <div className={styles.value}>{value}</div>
    </td>
  );
};

/** With more rows than this, off-screen blocks aren't rendered (`content-visibility`). */
const many = 50;

const Head = <Row,>({ column }: { column: Column<Row> }) => {
  const { title, head, menu, end, select, from, sorted } = column;
  return (
    <th
      scope="col"
      data-from={from}
      aria-sort={sorted}
      className={cx(end && styles.end, select && styles.select)}
    >
      {head ?? (menu ? <VisuallyHidden>{title}</VisuallyHidden> : title)}
    </th>
  );
};

/** A plain table; below 768 px each row becomes a block of labeled lines. */
export function Table<Row>({
  caption,
  columns,
  rows,
  getKey,
  unmeasured = false,
  stickyHead = false,
}: TableProps<Row>) {
  const { box, scrolls } = useScrolls();
  return (
    // A scrollable table must be focusable, to be scrollable by keyboard.
    <div
      ref={box}
      className={cx(
        styles.wrap,
        unmeasured && styles.unmeasured,
        stickyHead && (scrolls ? styles.scrolls : styles.sticky),
      )}
      {...(scrolls ? { tabIndex: 0, role: 'region', 'aria-label': caption } : {})}
    >
      <table className={cx(styles.table, rows.length > many && styles.long)}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={getKey(row)}>
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export interface StatItem {
  readonly label: string;
  readonly value: ReactNode;
  /** How the value was calculated, or what it is compared with. */
  readonly hint?: ReactNode;
}

/** A few key figures side by side. */
export const Stats = ({ items }: { items: readonly StatItem[] }) => (
  <dl className={styles.stats}>
    {items.map(({ label, value, hint }) => (
      <div key={label} className={styles.stat}>
        <dt>{label}</dt>
        <dd>{value}</dd>
        {hint ? <dd className={styles.hint}>{hint}</dd> : null}
      </div>
    ))}
  </dl>
);
