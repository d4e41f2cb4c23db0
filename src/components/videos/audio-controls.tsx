import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import type { CSSProperties } from 'react';
import { useLayoutEffect } from 'react';
import type { FileView } from '#contract/core/schemas.ts';
import { formatDuration } from '#lib/format.ts';
import { cx } from '#ui/theme/class-names.ts';
import { useSavedVolume } from './saved-volume.ts';
import { playbackRates, pressKey } from './player-keys.ts';
import { seekTo, setRate, togglePlay, usePlayback } from './use-playback.ts';
import styles from './player.module.css';

export interface AudioControlsProps {
  readonly file: FileView;
  readonly label: string;
  readonly audio: HTMLAudioElement;
}

const bars = 96;
/**
 * The loudest peak of each segment, so that long recordings look as lively as short ones. A flat line if
 * there are no peaks.
 */
export function barsOf(peaks: readonly number[] | null): number[] {
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

const Wave = ({ values, className }: { values: readonly number[]; className?: string }) => (
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

function useKeys(audio: HTMLAudioElement, duration: number): void {
  useLayoutEffect(() => {
    const box = audio.parentElement;
    const press = (event: KeyboardEvent) =>
      void (pressKey(event, { media: audio, duration }) && event.preventDefault());
    box?.addEventListener('keydown', press);
    return () => box?.removeEventListener('keydown', press);
  }, [audio, duration]);
}

/** Play button, waveform to seek in, time and speed. */
export function AudioControls({ file, label, audio }: AudioControlsProps) {
  const { playing, time, duration, rate, failed } = usePlayback(audio, file.duration ?? 0);
  useSavedVolume(audio);
  useKeys(audio, duration);
  const values = barsOf(file.peaks);
  const next = playbackRates[(playbackRates.indexOf(rate) + 1) % playbackRates.length] ?? 1;
  return (
    <div className={styles.sound} role="group" aria-label={`Controls for ${label}`}>
      <button
        type="button"
        className={styles.play}
        aria-label={playing ? 'Pause' : 'Play'}
        onClick={() => togglePlay(audio)}
      >
        {playing ? <Pause size={20} /> : <Play size={20} />}
      </button>
      <span
        className={styles.waveBox}
        style={{ '--done': duration > 0 ? `${(time / duration) * 100}%` : '0%' } as CSSProperties}
      >
        <Wave values={values} />
        <Wave values={values} className={styles.heard} />
        <input
          type="range"
          className={styles.scrub}
          aria-label="Seek"
          aria-valuetext={`${formatDuration(time)} of ${formatDuration(duration)}`}
          min={0}
          max={duration || 1}
          step={0.1}
          value={Math.min(time, duration || 1)}
          disabled={duration === 0}
          onChange={(event) => seekTo(audio, Number(event.target.value))}
        />
      </span>
      <span className={styles.soundTime}>
        {failed ? 'Your browser can’t play this' : `${formatDuration(time)} / ${formatDuration(duration)}`}
      </span>
      <button
        type="button"
        className={styles.rate}
        aria-label={`Playback speed: ${rate}×`}
        onClick={() => setRate(audio, next)}
      >
        {rate}×
      </button>
    </div>
  );
}
