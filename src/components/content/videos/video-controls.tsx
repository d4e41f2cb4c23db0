import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { FileView } from '#contract/core/schemas.ts';
import { formatDuration } from '#lib/format.ts';
import { cx } from '#ui/theme/class-names.ts';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { useSavedVolume } from './saved-volume.ts';
import { usePlayerKeys } from './player-keys.ts';
import type { VideoPlayerProps } from './players.tsx';
import { SeekBar } from './seek-bar.tsx';
import { type Playback, seekTo, togglePlay, usePlayback } from './use-playback.ts';
import { useResume } from './use-resume.ts';
import { useCaptions } from './video-captions.ts';
import { useIdle, useWindowModes } from './video-modes.ts';
import { useQuality } from './video-source.ts';
import { VideoTools } from './video-tools.tsx';
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

/** The overlay in the middle: loading, play button or error. */
function Middle({
  playback,
  asUploaded,
  onAgain,
  onPress,
}: {
  playback: Playback;
  asUploaded: boolean;
  onAgain: () => void;
  onPress: () => void;
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
      onClick={onPress}
    >
      <Icon size={32} fill={playback.ended ? 'none' : 'currentColor'} />
    </button>
  );
}

/** Shown until the person has watched for a moment. */
const Resumed = ({ from, onStartOver }: { from: number; onStartOver: () => void }) => (
  <div className={styles.resumed}>
    <span>Resumed at {formatDuration(from)}</span>
    <button type="button" className={styles.again} onClick={onStartOver}>
      Start over
    </button>
  </div>
);

function useFirstPlay(video: HTMLVideoElement, onPlay: (() => void) | undefined): void {
  const reportPlay = useEffectEvent(() => onPlay?.());
  useEffect(() => {
    const playing = () => reportPlay();
    video.addEventListener('playing', playing, { once: true });
    return () => video.removeEventListener('playing', playing);
  }, [video]);
}

/**
 * Plays or pauses, and takes the focus: the pressed part may be gone a moment later, and the player's keys work
 * while focus is inside it.
 */
function usePress(video: HTMLVideoElement) {
  const group = useRef<HTMLDivElement>(null);
  const press = () => {
    togglePlay(video);
    group.current?.focus({ preventScroll: true });
  };
  return { group, press };
}

/** Our controls on top of the browser's player. Loaded once the page is idle. */
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
  const { group, press } = usePress(video);
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
    <div
      ref={group}
      tabIndex={-1}
      className={cx(styles.over, idle && styles.idle)}
      role="group"
      aria-label={`Controls for ${label}`}
    >
      {/* Pointer shortcuts; the keyboard uses the buttons. */}
      <div className={styles.surface} aria-hidden="true" onClick={press} onDoubleClick={modes.toggleFull} />
      <Middle playback={playback} asUploaded={file.asUploaded} onAgain={quality.again} onPress={press} />
      {offersStart ? <Resumed from={from} onStartOver={startOver} /> : null}
      <div className={styles.bar}>
        <SeekBar
          time={playback.time}
          duration={playback.duration}
          buffered={playback.buffered}
          onSeek={seek}
        />
        <VideoTools video={video} playback={playback} quality={quality} modes={modes} captions={captions} />
      </div>
    </div>
  );
}
