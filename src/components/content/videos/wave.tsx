import { cx } from '#ui/theme/class-names.ts';
import styles from './player.module.css';

const bars = 96;
/**
 * The loudest peak of each segment, so that long recordings look as lively as short ones. A flat line if
 * there are no peaks.
 */
export function toBars(peaks: readonly number[] | null): number[] {
  if (!peaks || peaks.length === 0) return Array.from({ length: bars }, () => 20);
  const count = Math.min(bars, peaks.length);
  return Array.from({ length: count }, (_, at) =>
    Math.max(
      ...peaks.slice(
        Math.floor((at * peaks.length) / count),
        Math.max(Math.floor(((at + 1) * peaks.length) / count), Math.floor((at * peaks.length) / count) + 1),
      ),
    ),
  );
}

export const Wave = ({ values, className }: { values: readonly number[]; className?: string }) => (
  <svg
    viewBox={`0 0 ${values.length * 4} 100`}
    preserveAspectRatio="none"
    aria-hidden="true"
    className={cx(styles.wave, className)}
  >
    <path
      d={values
        .map((value, at) => `M${at * 4 + 2} ${50 - Math.max(4, value) / 2}V${50 + Math.max(4, value) / 2}`)
        .join('')}
    />
  </svg>
);
