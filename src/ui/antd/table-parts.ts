import type { ReactNode } from 'react';

/** A sort order that the server supports. The first one of a table is its default. */
export interface SortOrder<Sort extends string> {
  readonly value: Sort;
  /** Label in the sort menu, shown where there are no column headers. */
  readonly label: string;
  /** Key of the column whose header selects this order, if any. */
  readonly column?: string;
  readonly order?: 'ascend' | 'descend';
}
export interface TableSort<Sort extends string> {
  readonly orders: readonly SortOrder<Sort>[];
  readonly value: Sort;
  readonly onChange: (value: Sort) => void;
}

/** Row selection for bulk actions. */
export interface TableSelection<Row> {
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  /** Name of a row, for the label "Select …". */
  readonly getRowName: (row: Row) => string;
  /** Renders the bulk actions for the selected rows; `onAll` selects every row on the page. */
  readonly bar: (chosen: readonly Row[], onAll: () => void) => ReactNode;
}
