import { cx } from '#ui/theme/class-names.ts';
import styles from './voice.module.css';

const shown = 48;

/** How loud it was in the last seconds, newest at the right. A flat line means that nothing is heard. */
export function LevelMeter({ levels, isLive }: { levels: readonly number[]; isLive: boolean }) {
  const bars = [...Array.from({ length: shown - levels.length }, () => 0), ...levels];
  // Speech is far below the loudest that can be recorded; the root makes it visible.
  const heights = bars.map((level) => Math.max(6, Math.sqrt(level) * 100));
  return (
    <svg
      viewBox={`0 0 ${shown * 4} 100`}
      preserveAspectRatio="none"
      className={cx(styles.meter, isLive && styles.live)}
      aria-hidden="true"
      data-level={Math.max(0, ...levels).toFixed(2)}
    >
      <path
        d={heights.map((height, at) => `M${at * 4 + 2} ${50 - height / 2}V${50 + height / 2}`).join('')}
      />
    </svg>
  );
}
