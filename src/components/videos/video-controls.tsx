import Captions from 'lucide-react/icons/captions';
import Maximize from 'lucide-react/icons/maximize';
import Minimize from 'lucide-react/icons/minimize';
import Pause from 'lucide-react/icons/pause';
import PictureInPicture2 from 'lucide-react/icons/picture-in-picture-2';
import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Volume1 from 'lucide-react/icons/volume-1';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { useEffect, useEffectEvent } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import type { FileView } from '#contract/core/schemas.ts';
import { formatDuration } from '#lib/format.ts';
import { cx } from '#ui/theme/class-names.ts';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { useSavedVolume } from './saved-volume.ts';
import { playbackRates, usePlayerKeys } from './player-keys.ts';
import type { VideoPlayerProps } from './players.tsx';
import { SeekBar } from './seek-bar.tsx';
import {
  type Playback,
  seekTo,
  setRate,
  setVolume,
  toggleMute,
  togglePlay,
  usePlayback,
} from './use-playback.ts';
import { useResume } from './use-resume.ts';
import { type CaptionsChoice, useCaptions } from './video-captions.ts';
import { useIdle, useWindowModes } from './video-modes.ts';
import { type Quality, useQuality } from './video-source.ts';
import styles from './player.module.css';

export interface VideoControlsProps extends Pick<
  VideoPlayerProps,
  'resume' | 'onPlay' | 'onStale' | 'isMain'
> {
  readonly file: FileView;
  readonly label: string;
  readonly frame: HTMLElement;
  readonly video: HTMLVideoElement;
}

interface ToolProps {
  readonly label: string;
  readonly keys?: string;
  readonly pressed?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}
const Tool = ({ label, keys, pressed, onPress, children }: ToolProps) => (
  <button
    type="button"
    className={styles.tool}
    aria-label={label}
    title={keys ? `${label} (${keys})` : label}
    aria-keyshortcuts={keys}
    aria-pressed={pressed}
    onClick={onPress}
  >
    {children}
  </button>
);

function Volume({ media, playback: { volume, muted } }: { media: HTMLMediaElement; playback: Playback }) {
  const level = muted ? 0 : volume;
  const Icon = level === 0 ? VolumeX : level < 0.5 ? Volume1 : Volume2;
  return (
    <span className={styles.volume}>
      <Tool label={muted ? 'Unmute' : 'Mute'} keys="m" onPress={() => toggleMute(media)}>
        <Icon size={20} />
      </Tool>
      <input
        type="range"
        data-volume=""
        className={cx(styles.range, styles.level)}
        aria-label="Volume"
        aria-valuetext={`${Math.round(level * 100)}%`}
        min={0}
        max={1}
        step={0.05}
        value={level}
        style={{ '--done': `${level * 100}%`, '--here': '0%' } as CSSProperties}
        onChange={(event) => setVolume(media, Number(event.target.value))}
      />
    </span>
  );
}

/** The platform's own list, small: it works by keyboard, by touch and over the whole screen. */
const Choice = ({
  label,
  value,
  options,
  onChoose,
}: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
}) => (
  <select
    className={styles.choice}
    aria-label={label}
    title={label}
    value={value}
    onChange={(event) => onChoose(event.target.value)}
  >
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
);

const rateOptions = playbackRates.map((rate) => ({ value: String(rate), label: `${rate}×` }));
const qualityOptions = (qualities: readonly Quality[]) =>
  qualities.map(({ key, label }) => ({ value: key, label }));

interface BarProps {
  readonly video: HTMLVideoElement;
  readonly playback: Playback;
  readonly quality: ReturnType<typeof useQuality>;
  readonly modes: ReturnType<typeof useWindowModes>;
  /** Null where there are none. */
  readonly captions: CaptionsChoice | null;
}

/** On and off; which, where there are several. */
const CaptionsTools = ({ captions: { language, options, choose, toggle } }: { captions: CaptionsChoice }) => (
  <>
    {options.length > 2 ? (
      <Choice label="Caption language" value={language} options={options} onChoose={choose} />
    ) : null}
    <Tool label="Captions" keys="c" pressed={language !== ''} onPress={toggle}>
      <Captions size={20} />
    </Tool>
  </>
);

function Tools({ video, playback, quality, modes, captions }: BarProps) {
  return (
    <div className={styles.tools}>
      <Tool label={playback.playing ? 'Pause' : 'Play'} keys="k" onPress={() => togglePlay(video)}>
        {playback.playing ? <Pause size={20} /> : <Play size={20} />}
      </Tool>
      <Volume media={video} playback={playback} />
      <span className={styles.time}>
        {formatDuration(playback.time)} / {formatDuration(playback.duration)}
      </span>
      <span className={styles.push} />
      <Choice
        label="Speed"
        value={String(playback.rate)}
        options={rateOptions}
        onChoose={(rate) => setRate(video, Number(rate))}
      />
      {quality.qualities.length > 1 ? (
        <Choice
          label="Quality"
          value={quality.chosen ?? ''}
          options={qualityOptions(quality.qualities)}
          onChoose={quality.choose}
        />
      ) : null}
      {captions ? <CaptionsTools captions={captions} /> : null}
      {modes.canFloat ? (
        <Tool label="Picture in picture" pressed={modes.floating} onPress={modes.float}>
          <PictureInPicture2 size={20} />
        </Tool>
      ) : null}
      <Tool label={modes.full ? 'Exit full screen' : 'Full screen'} keys="f" onPress={modes.toggleFull}>
        {modes.full ? <Minimize size={20} /> : <Maximize size={20} />}
      </Tool>
    </div>
  );
}

/** In the middle: what the video is waiting for. */
function Middle({
  video,
  playback,
  asUploaded,
  onAgain,
}: {
  video: HTMLVideoElement;
  playback: Playback;
  asUploaded: boolean;
  onAgain: () => void;
}) {
  if (playback.failed) {
    return (
      <div className={styles.failed} role="alert">
        <p>
          {asUploaded ? 'Your browser can’t play this video’s format.' : 'This video couldn’t be loaded.'}
        </p>
        <button type="button" className={styles.again} onClick={onAgain}>
          Try again
        </button>
      </div>
    );
  }
  if (playback.waiting)
    return (
      <span className={styles.waiting}>
        <Spinner />
      </span>
    );
  if (playback.begun && !playback.ended) return null;
  const Icon = playback.ended ? RotateCcw : Play;
  return (
    <button
      type="button"
      className={styles.big}
      aria-label={playback.ended ? 'Play again' : 'Play'}
      onClick={() => togglePlay(video)}
    >
      <Icon size={32} fill={playback.ended ? 'none' : 'currentColor'} />
    </button>
  );
}

/** Offered until the person has gone on for a little. */
const Resumed = ({ from, onStartOver }: { from: number; onStartOver: () => void }) => (
  <div className={styles.resumed}>
    <span>Resumed at {formatDuration(from)}</span>
    <button type="button" className={styles.again} onClick={onStartOver}>
      Start over
    </button>
  </div>
);

function useFirstPlay(video: HTMLVideoElement, onPlay: (() => void) | undefined): void {
  const tell = useEffectEvent(() => onPlay?.());
  useEffect(() => {
    const playing = () => tell();
    video.addEventListener('playing', playing, { once: true });
    return () => video.removeEventListener('playing', playing);
  }, [video]);
}

/** Our controls over the platform's player. Comes once the page is idle. */
export function VideoControls({
  file,
  label,
  frame,
  video,
  resume,
  onPlay,
  onStale,
  isMain = false,
}: VideoControlsProps) {
  const playback = usePlayback(video, file.duration ?? 0);
  const quality = useQuality(video, file, onStale);
  const modes = useWindowModes(frame, video);
  const captions = useCaptions(video, file);
  const { from, startOver, forget } = useResume(video, resume, file.duration ?? 0);
  const idle = useIdle(frame, playback.playing);
  useSavedVolume(video);
  useFirstPlay(video, onPlay);
  usePlayerKeys(
    frame,
    {
      media: video,
      duration: playback.duration,
      fullScreen: modes.toggleFull,
      ...(captions && { captions: captions.toggle }),
    },
    isMain,
  );
  const seek = (seconds: number) => {
    forget();
    seekTo(video, seconds);
  };
  const offersStart = from !== null && playback.time - from < 15 && playback.time >= from - 1;
  return (
    <div className={cx(styles.over, idle && styles.idle)} role="group" aria-label={`Controls for ${label}`}>
      {/* What the pointer does to the picture itself; by keyboard there are the buttons. */}
      <div
        className={styles.surface}
        aria-hidden="true"
        onClick={() => togglePlay(video)}
        onDoubleClick={modes.toggleFull}
      />
      <Middle video={video} playback={playback} asUploaded={file.asUploaded} onAgain={quality.again} />
      {offersStart ? <Resumed from={from} onStartOver={startOver} /> : null}
      <div className={styles.bar}>
        <SeekBar
          time={playback.time}
          duration={playback.duration}
          buffered={playback.buffered}
          onSeek={seek}
        />
        <Tools video={video} playback={playback} quality={quality} modes={modes} captions={captions} />
      </div>
    </div>
  );
}
