import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import type { CSSProperties } from 'react';
import { useLayoutEffect } from 'react';
import type { FileView } from '#contract/core/schemas.ts';
import { formatDuration } from '#lib/format.ts';
import { useSavedVolume } from './saved-volume.ts';
import { playbackRates, pressKey } from './player-keys.ts';
import { seekTo, setRate, togglePlay, usePlayback } from './use-playback.ts';
import { type Resume, useResume } from './use-resume.ts';
import { Wave, toBars } from './wave.tsx';
import styles from './player.module.css';

export interface AudioControlsProps {
  readonly file: FileView;
  readonly label: string;
  readonly audio: HTMLAudioElement;
  readonly resume?: Resume | undefined;
}

function useKeys(audio: HTMLAudioElement, duration: number): void {
  useLayoutEffect(() => {
    const box = audio.parentElement;
    const press = (event: KeyboardEvent) =>
      void (pressKey(event, { media: audio, duration }) && event.preventDefault());
    box?.addEventListener('keydown', press);
    return () => box?.removeEventListener('keydown', press);
  }, [audio, duration]);
}

interface SeekProps {
  readonly file: FileView;
  readonly time: number;
  readonly duration: number;
  readonly onSeek: (seconds: number) => void;
}

/** The waveform, with a slider over it. */
function SeekableWave({ file, time, duration, onSeek }: SeekProps) {
  const values = toBars(file.peaks);
  return (
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
        onChange={(event) => onSeek(Number(event.target.value))}
      />
    </span>
  );
}

interface ResumedProps {
  readonly from: number | null;
  readonly time: number;
  readonly onStartOver: () => void;
}

/** Shown until the person has listened for a moment. */
const Resumed = ({ from, time, onStartOver }: ResumedProps) =>
  from !== null && time >= from - 1 && time - from < 15 ? (
    <span className={styles.soundResumed}>
      Resumed at {formatDuration(from)}
      <button type="button" className={styles.again} onClick={onStartOver}>
        Start over
      </button>
    </span>
  ) : null;

/** Play button, waveform to seek in, time and speed. */
export function AudioControls({ file, label, audio, resume }: AudioControlsProps) {
  const { playing, time, duration, rate, failed } = usePlayback(audio, file.duration ?? 0);
  const { from, startOver, forget } = useResume(audio, resume, file.duration ?? 0);
  useSavedVolume(audio);
  useKeys(audio, duration);
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
      <SeekableWave
        file={file}
        time={time}
        duration={duration}
        onSeek={(seconds) => {
          forget();
          seekTo(audio, seconds);
        }}
      />
      <Resumed from={from} time={time} onStartOver={startOver} />
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
