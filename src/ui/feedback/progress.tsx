import { cx } from '../theme/class-names.ts';
import styles from './progress.module.css';

/** A progress bar; `percent` is null if the progress is unknown. */
export const Progress = ({ label, percent }: { label: string; percent: number | null }) => (
  <span
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={percent === null ? undefined : Math.round(percent)}
    className={styles.bar}
  >
    <span
      className={cx(styles.fill, percent === null && styles.unknown)}
      style={percent === null ? undefined : { width: `${percent}%` }}
    />
  </span>
);

export interface MeterPart {
  readonly label: string;
  readonly value: number;
}

/**
 * A total divided into up to three parts, such as a price or a budget. The values are listed below it as
 * text.
 */
export function Meter({ label, parts }: { label: string; parts: readonly MeterPart[] }) {
  const shown = parts.filter((part) => part.value > 0);
  return (
    <div className={styles.meter} role="group" aria-label={label}>
      <span className={styles.track} aria-hidden="true">
        {parts.map((part, at) =>
          part.value > 0 ? (
            <span
              key={part.label}
              className={cx(styles.part, styles[`part${at}`])}
              style={{ flexGrow: part.value }}
            />
          ) : null,
        )}
      </span>
      <span className={styles.keys}>
        {(shown.length > 0 ? parts : []).map((part, at) => (
          <span key={part.label} className={cx(styles.key, styles[`key${at}`])}>
            {part.value.toLocaleString('en-US')} {part.label}
          </span>
        ))}
      </span>
    </div>
  );
}
