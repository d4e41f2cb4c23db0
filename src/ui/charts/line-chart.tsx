import { Suspense, useState } from 'react';
import { cx } from '../theme/class-names.ts';
import { lazyPart } from '../layout/lazy-part.ts';
import type { AxisLabel } from './axis-labels.ts';
import styles from './line-chart.module.css';

const LinePlot = lazyPart(async () => (await import('./line-plot.tsx')).LinePlot);

export interface LinePoint extends AxisLabel {
  readonly value: number;
  /** The same place in the period before; null if there is none. */
  readonly before: number | null;
  /** Its time isn't over, so its value will still change. Only at the end. */
  readonly unfinished?: boolean;
}

export interface LineChartProps {
  readonly points: readonly LinePoint[];
  /** Names of the two lines, and of the part of the first that isn't finished. */
  readonly labels: { readonly now: string; readonly before: string; readonly unfinished: string };
  /** Formats a value. Pass the same function each time, because another one draws the chart anew. */
  readonly format: (value: number) => string;
}

const sumValues = (values: readonly (number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/**
 * One series with the period before. The values under the pointer, or else the sums, are in the legend. Place a
 * table with the same values below it, for keyboards and screen readers.
 */
export function LineChart({ label, ...props }: LineChartProps & { label: string }) {
  const { points, labels, format } = props;
  const [looked, setLooked] = useState<number | null>(null);
  const point = looked === null ? undefined : points[looked];
  const now = point ? point.value : sumValues(points.map(({ value }) => value));
  const unfinished = points.find((each) => each.unfinished);
  const before = point ? point.before : sumValues(points.map((each) => each.before));
  return (
    <div>
      <p className={styles.legend}>
        <span className={styles.key}>
          <span className={styles.mark} aria-hidden="true" />
          {point ? point.label : labels.now}: <strong>{format(now)}</strong>
        </span>
        <span className={styles.key}>
          <span className={cx(styles.mark, styles.before)} aria-hidden="true" />
          {labels.before}: <strong>{before === null ? '–' : format(before)}</strong>
        </span>
        {unfinished ? (
          <span className={styles.key}>
            <span className={cx(styles.mark, styles.unfinished)} aria-hidden="true" />
            {labels.unfinished}: <strong>{format(unfinished.value)}</strong>
          </span>
        ) : null}
      </p>
      <div className={styles.chart} role="img" aria-label={`${label}. The table below has the same values.`}>
        <Suspense fallback={null}>
          <LinePlot {...props} onLook={setLooked} />
        </Suspense>
      </div>
    </div>
  );
}
