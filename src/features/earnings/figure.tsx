import Link from 'next/link';
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { VisuallyHidden } from '#ui/visually-hidden';
import styles from './earnings.module.css';
import { type Place, type Rows, queryOf } from './place.tsx';

const rowsId = 'earning-rows';
/** Takes the reader to the rows that a figure is made of. */
export const toRows = () => document.getElementById(rowsId)?.focus();

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
      prefetch={false}
      href={{ pathname, query: queryOf(next) }}
      className={styles.figure}
      aria-current={keyOf(place) === keyOf(next) || undefined}
      onClick={toRows}
    >
      <VisuallyHidden>{`${label}:`}</VisuallyHidden> {children}
    </Link>
  );
}
