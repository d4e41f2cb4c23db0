import { Link } from '#ui/content/link.tsx';
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { holdInView } from '#ui/layout/hold-content.ts';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import styles from './earnings.module.css';
import { type Place, type Rows, queryOf } from './query-params.ts';

const rowsId = 'earning-rows';
let stopHolding = () => {};

/**
 * Takes the reader to the rows that a figure is made of: their heading, filter and sum stay in view while the
 * rows load.
 */
export function toRows(): void {
  const rows = document.getElementById(rowsId);
  if (!rows) return;
  // Focusing scrolls an element that is taller than the window to its middle.
  rows.focus({ preventScroll: true });
  stopHolding();
  stopHolding = holdInView(rows);
}

/** Where `toRows` leads. */
export const RowsTarget = ({ children }: { children: ReactNode }) => (
  <div id={rowsId} tabIndex={-1} className={styles.rows}>
    {children}
  </div>
);

const keyOf = (place: Place) =>
  Object.entries(queryOf(place))
    .map((pair) => pair.join('='))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join('&');

export interface FigureProps {
  readonly place: Place;
  /** Of which rows it is the sum. */
  readonly rows: Rows;
  /** What the figure is, for those who don't see where it stands. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A figure that opens the rows behind it: a link, so that it can be kept and sent. */
export function Figure({ place, rows, label, children }: FigureProps) {
  const { pathname } = useRouter();
  const next = { ...place, rows };
  return (
    <Link
      replace
      shallow
      scroll={false}
      href={{ pathname, query: queryOf(next) }}
      className={styles.figure}
      aria-current={keyOf(place) === keyOf(next) || undefined}
      onClick={toRows}
    >
      <VisuallyHidden>{`${label}:`}</VisuallyHidden> {children}
    </Link>
  );
}
