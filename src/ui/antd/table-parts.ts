import type { ReactNode } from 'react';

/** One way to sort that the server knows; the first of a table is what it does unasked. */
export interface SortOrder<Sort extends string> {
  readonly value: Sort;
  /** In a list of them, where there is no head to press. */
  readonly label: string;
  /** Whose head asks for it; none does otherwise. */
  readonly column?: string;
  readonly order?: 'ascend' | 'descend';
}
export interface TableSort<Sort extends string> {
  readonly orders: readonly SortOrder<Sort>[];
  readonly value: Sort;
  readonly onChange: (value: Sort) => void;
}

/** Rows that are chosen to be changed together. */
export interface TableSelection<Row> {
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  /** What the row is called in "Select “…”". */
  readonly nameOf: (row: Row) => string;
  /** What can be done with those chosen; `onAll` chooses every row there is on the page. */
  readonly bar: (chosen: readonly Row[], onAll: () => void) => ReactNode;
}
