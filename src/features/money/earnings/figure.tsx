import { FigureLink } from '#ui/content/figure-link.tsx';
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { holdInView } from '#ui/layout/hold-content.ts';
import styles from './earnings.module.css';
import { type Place, type Rows, toUrlQuery } from './query-params.ts';

const rowsId = 'earning-rows';
let stopHolding = () => {};

/** Scrolls to the rows behind a figure and keeps their heading, filter and total in view while they load. */
export function toRows(): void {
  const rows = document.getElementById(rowsId);
  if (!rows) return;
  // Focusing an element taller than the viewport would scroll to its middle.
  rows.focus({ preventScroll: true });
  stopHolding();
  stopHolding = holdInView(rows);
}

/** The target of `toRows`. */
export const RowsTarget = ({ children }: { children: ReactNode }) => (
  <div id={rowsId} tabIndex={-1} className={styles.rows}>
    {children}
  </div>
);

const placeKey = (place: Place) =>
  Object.entries(toUrlQuery(place))
    .map((pair) => pair.join('='))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join('&');

export interface FigureProps {
  readonly place: Place;
  /** The rows that the figure is the sum of. */
  readonly rows: Rows;
  /** Accessible name of the figure, which doesn't depend on its position. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A figure that opens the rows behind it. A link, so that it can be bookmarked and shared. */
export function Figure({ place, rows, label, children }: FigureProps) {
  const { pathname } = useRouter();
  const next = { ...place, rows };
  return (
    <FigureLink
      label={label}
      replace
      shallow
      scroll={false}
      href={{ pathname, query: toUrlQuery(next) }}
      aria-current={placeKey(place) === placeKey(next) || undefined}
      onClick={toRows}
    >
      {children}
    </FigureLink>
  );
}
