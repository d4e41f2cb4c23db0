import type { ReactNode } from 'react';
import { useScrolls } from '../hooks/use-scrolls.ts';
import { cx } from '../theme/class-names.ts';
import styles from './table.module.css';
import { VisuallyHidden } from '../content/visually-hidden.tsx';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers: aligned at the end. */
  readonly end?: boolean;
  /** Never broken over two lines: a date. */
  readonly whole?: boolean;
  /** What the row is called; heads the block a row becomes on a phone. */
  readonly main?: boolean;
  /** The menu of the row; on a phone it stands in the corner of the block, beside what the row is called. */
  readonly menu?: boolean;
  /** The box that chooses the row; on a phone it stands before what the row is called. */
  readonly select?: boolean;
  /**
   * Of a table to choose columns in: how wide the table is where the column is shown without being chosen.
   */
  readonly from?: number;
}

export interface TableProps<Row> {
  /** What the rows are, for those who listen. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** The words are one box, so that what a cell is made of stays together where the row is a block. */
const Cell = <Row,>({
  column: { title, cell, end, whole, main, menu, select },
  row,
}: {
  column: Column<Row>;
  row: Row;
}) => {
  const value = cell(row);
  // A dash holds a column's place; where the row is a block, there is no place to hold.
  const isNothing = value === '–';
  return (
    <td
      data-label={title}
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

/** From here on, blocks out of sight are left undrawn. */
const many = 50;

/** A plain table; under 768 px each row becomes a block of labelled lines. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  const { box, scrolls } = useScrolls();
  return (
    // One that scrolls is scrolled by the keyboard too.
    <div
      ref={box}
      className={styles.wrap}
      {...(scrolls ? { tabIndex: 0, role: 'region', 'aria-label': caption } : {})}
    >
      <table className={cx(styles.table, rows.length > many && styles.long)}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map(({ key, title, end }) => (
              <th key={key} scope="col" className={cx(end && styles.end)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
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
  /** How it came about, or what it is compared with. */
  readonly hint?: ReactNode;
}

/** A few figures side by side. */
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
