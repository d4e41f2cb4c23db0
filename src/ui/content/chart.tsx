import { useState } from 'react';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { cx } from '../theme/class-names.ts';
import styles from './chart.module.css';

export interface Bar {
  readonly key: string;
  /** Shown below the first and last bars, and for the active one. */
  readonly label: string;
  readonly value: number;
  /** The formatted value. */
  readonly text: string;
}

export interface BarChartProps {
  /** Accessible name of the chart. */
  readonly label: string;
  readonly bars: readonly Bar[];
  /** The highest value, formatted, shown at the top line. */
  readonly highest: string;
  /** Called when a bar is selected. */
  readonly onChoose: (key: string) => void;
  /** Key of the selected bar. */
  readonly chosen?: string | undefined;
}

/** The value range, extended to include 0. */
const findBounds = (bars: readonly Bar[]) => {
  const values = bars.map(({ value }) => value);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  return { least, span: most - least || 1, most };
};

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at, last) => Math.min(last, at + 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowDown: (at) => Math.max(0, at - 1),
  PageDown: (at) => Math.max(0, at - 7),
  PageUp: (at, last) => Math.min(last, at + 7),
  Home: () => 0,
  End: (_, last) => last,
};

/** The bar that is hovered or was reached with the arrow keys. */
function useLook({ bars, chosen, onChoose }: BarChartProps) {
  const [looked, setLooked] = useState<string | null>(null);
  const last = bars.length - 1;
  const found = bars.findIndex(({ key }) => key === (looked ?? chosen));
  const at = found < 0 ? last : found;
  const look = (index: number) => setLooked(bars[index]?.key ?? null);
  const pointed = ({ currentTarget, clientX }: PointerEvent | MouseEvent) => {
    const { left, width } = (currentTarget as HTMLElement).getBoundingClientRect();
    return Math.max(0, Math.min(last, Math.floor(((clientX - left) / (width || 1)) * bars.length)));
  };
  const choose = (index: number) => bars[index] && onChoose(bars[index].key);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step) look(step(at, last));
    else if (event.key === 'Enter' || event.key === ' ') choose(at);
    else return;
    event.preventDefault();
  };
  return {
    at,
    isLooking: found >= 0,
    onKeyDown,
    onPointerMove: (event: PointerEvent) => look(pointed(event)),
    onPointerLeave: () => setLooked(null),
    onClick: (event: MouseEvent) => choose(pointed(event)),
  };
}

function Bars({ bars, at }: { bars: readonly Bar[]; at: number | null }) {
  const { least, span, most } = findBounds(bars);
  const toHeight = (value: number) => (Math.abs(value) / span) * 100;
  const zero = 100 - (-least / span) * 100;
  return (
    <svg viewBox={`0 0 ${Math.max(1, bars.length)} 100`} preserveAspectRatio="none" aria-hidden="true">
      {at === null ? null : <rect className={styles.back} x={at} y={0} width={1} height={100} />}
      {most > 0 ? <line className={styles.line} x1={0} x2={bars.length} y1={0} y2={0} /> : null}
      {bars.map(({ key, value }, index) =>
        value === 0 ? null : (
          <rect
            key={key}
            className={cx(styles.bar, value < 0 && styles.below, index === at && styles.active)}
            x={index + 0.12}
            width={0.76}
            y={value < 0 ? zero : zero - toHeight(value)}
            height={toHeight(value)}
          />
        ),
      )}
      <line className={styles.line} x1={0} x2={bars.length} y1={zero} y2={zero} />
    </svg>
  );
}

/**
 * A bar chart with one series. It is a single tab stop: arrow keys move between bars, Enter selects one.
 * Place a table with the same values next to it.
 */
export function BarChart(props: BarChartProps) {
  const { label, bars, highest } = props;
  const { at, isLooking, ...hands } = useLook(props);
  const bar = bars[at];
  if (!bar) return null;
  const words = `${bar.label}: ${bar.text}`;
  return (
    <div className={styles.chart}>
      <p className={styles.readout} aria-hidden="true">
        {isLooking ? (
          <>
            {bar.label}: <strong>{bar.text}</strong>
          </>
        ) : (
          'Hover over a bar or use the arrow keys.'
        )}
      </p>
      <div
        className={styles.plot}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={at + 1}
        aria-valuetext={words}
        {...hands}
      >
        <Bars bars={bars} at={isLooking ? at : null} />
        <span className={styles.top} aria-hidden="true">
          {highest}
        </span>
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
    </div>
  );
}
