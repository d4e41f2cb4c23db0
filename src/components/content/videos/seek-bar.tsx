import type { CSSProperties } from 'react';
import { formatDuration } from '#lib/format.ts';
import { cx } from '#ui/theme/class-names.ts';
import styles from './player.module.css';

export interface SeekBarProps {
  readonly time: number;
  readonly duration: number;
  readonly buffered: number;
  readonly onSeek: (seconds: number) => void;
  readonly className?: string;
}

const share = (part: number, whole: number) =>
  whole > 0 ? `${Math.min(100, (part / whole) * 100).toFixed(2)}%` : '0%';

/** Shows playback position and buffered range, and seeks. */
export const SeekBar = ({ time, duration, buffered, onSeek, className }: SeekBarProps) => (
  <input
    type="range"
    className={cx(styles.range, className)}
    aria-label="Seek"
    aria-valuetext={
      duration > 0 ? `${formatDuration(time)} of ${formatDuration(duration)}` : formatDuration(time)
    }
    min={0}
    max={duration || 1}
    step={0.1}
    value={Math.min(time, duration || 1)}
    disabled={duration === 0}
    style={{ '--done': share(time, duration), '--here': share(buffered, duration) } as CSSProperties}
    onChange={(event) => onSeek(Number(event.target.value))}
  />
);
