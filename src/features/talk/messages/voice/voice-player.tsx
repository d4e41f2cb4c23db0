import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import type { CSSProperties } from 'react';
import { useEffect, useState } from 'react';
import type { FileView } from '#contract/core/schemas.ts';
import { Wave, toBars } from '#components/content/videos/wave.tsx';
import { seekTo, togglePlay, usePlayback } from '#components/content/videos/use-playback.ts';
import { formatDuration } from '#lib/format.ts';
import { onlyPlaying } from './one-at-a-time.ts';
import { keepRate, readRate, voiceRates } from './voice-rate.ts';
import styles from './voice.module.css';

export interface VoicePlayerProps {
  readonly file: FileView;
  /** Accessible name, such as "Voice message from Lena". */
  readonly label: string;
  /** Resolves with a fresh URL when the signed one has expired; null if there is none. */
  readonly freshUrl?: () => Promise<string | null>;
}

/** Sets the speed, also for what is loaded later. */
function setRate(audio: HTMLAudioElement, rate: number): void {
  audio.defaultPlaybackRate = rate;
  audio.playbackRate = rate;
}

/** Plays one at a time, at the speed chosen last, and renews an expired URL once. */
function useVoice(audio: HTMLAudioElement, freshUrl: VoicePlayerProps['freshUrl']): void {
  useEffect(() => {
    let renewed = false;
    const play = () => {
      setRate(audio, readRate());
      onlyPlaying(audio);
    };
    const renew = async () => {
      if (renewed || !freshUrl) return;
      renewed = true;
      const url = await freshUrl().catch(() => null);
      if (!url) return;
      audio.src = url;
      await audio.play().catch(() => {});
    };
    const fail = () => void renew();
    audio.addEventListener('play', play);
    audio.addEventListener('error', fail);
    return () => {
      audio.removeEventListener('play', play);
      audio.removeEventListener('error', fail);
      audio.pause();
    };
  }, [audio, freshUrl]);
}

function Rate({ audio }: { audio: HTMLAudioElement }) {
  const [rate, setShown] = useState(readRate);
  const next = voiceRates[(voiceRates.indexOf(rate) + 1) % voiceRates.length] ?? 1;
  const change = () => {
    setShown(next);
    keepRate(next);
    setRate(audio, next);
  };
  return (
    <button type="button" className={styles.rate} aria-label={`Playback speed: ${rate}×`} onClick={change}>
      {rate}×
    </button>
  );
}

interface SeekBarProps extends Pick<VoicePlayerProps, 'file'> {
  readonly audio: HTMLAudioElement;
  readonly time: number;
  readonly duration: number;
}

/** The waveform, with a slider over it that has no look of its own. */
function SeekBar({ file, audio, time, duration }: SeekBarProps) {
  const values = toBars(file.peaks);
  const done = duration > 0 ? Math.min(100, (time / duration) * 100) : 0;
  return (
    <span className={styles.waveBox} style={{ '--done': `${done}%` } as CSSProperties}>
      <Wave values={values} />
      <Wave values={values} className={styles.heard} />
      <input
        type="range"
        className={styles.seek}
        aria-label="Seek"
        aria-valuetext={`${formatDuration(time)} of ${formatDuration(duration)}`}
        min={0}
        max={duration || 1}
        step={Math.max(0.1, duration / 100)}
        value={Math.min(time, duration || 1)}
        disabled={duration === 0}
        onChange={(event) => seekTo(audio, Number(event.target.value))}
      />
    </span>
  );
}

function Controls({ file, label, freshUrl, audio }: VoicePlayerProps & { audio: HTMLAudioElement }) {
  const length = file.duration ?? 0;
  const playback = usePlayback(audio, length);
  useVoice(audio, freshUrl);
  const { playing, time, failed } = playback;
  // A browser's own recording may state no length or a wrong one; the server's figure is exact.
  const duration = length || playback.duration;
  return (
    <div className={styles.player} role="group" aria-label={`${label}, ${formatDuration(duration)}`}>
      <button
        type="button"
        className={styles.play}
        aria-label={playing ? 'Pause' : 'Play'}
        onClick={() => togglePlay(audio)}
      >
        {playing ? <Pause size={20} /> : <Play size={20} />}
      </button>
      <SeekBar {...{ file, audio, time, duration }} />
      <span className={styles.time}>
        {failed ? 'Can’t be played' : formatDuration(playing || time > 0 ? time : duration)}
      </span>
      <Rate audio={audio} />
    </div>
  );
}

const plainSource = ({ sources, url }: FileView): string | undefined => sources[0]?.url ?? url ?? undefined;

/** A voice message: play button, waveform to seek in, time and speed. Never plays by itself. */
export function VoicePlayer(props: VoicePlayerProps) {
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null);
  // Keeps the first URL, because a fresh one for the same recording would restart it.
  const [source] = useState(() => plainSource(props.file));
  return (
    <div className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what people say to each other has none to show */}
      <audio ref={setAudio} src={source} preload="none" />
      {audio ? <Controls {...props} audio={audio} /> : null}
    </div>
  );
}
