import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import X from 'lucide-react/icons/x';
import { useCallback, useEffect, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { useRestoredFocus } from '#components/base/lists/use-restored-focus.ts';
import { isOnAir } from '#components/talk/streams/stream-texts.ts';
import { useSavedVolume } from '#components/content/videos/saved-volume.ts';
import { toggleMute } from '#components/content/videos/use-playback.ts';
import { problemCode } from '#lib/problem.ts';
import { getStream } from '#services/talk/streams/streams.ts';
import { useAppDispatch } from '#state/hooks.ts';
import { useRead } from '#state/query/hooks.ts';
import { streamPlayed, streamPutAway } from '#state/streams/playing-stream.ts';
import { IconButton } from '#ui/content/button.tsx';
import { Link } from '#ui/content/link.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { StreamWatch } from '../watch/stream-watch.ts';
import { useHeldBack } from '../watch/use-held-back.ts';
import type { Player } from '../watch/use-player.ts';
import { useSound } from '../watch/use-sound.ts';
import { useStreamPlayer } from '../watch/use-stream-player.ts';
import styles from './mini-player.module.css';

function Sound({ video }: { video: HTMLVideoElement }) {
  useSavedVolume(video);
  const { volume, muted } = useSound(video);
  const isSilent = muted || volume === 0;
  return (
    <IconButton label={isSilent ? 'Unmute' : 'Mute'} onClick={() => toggleMute(video)}>
      {isSilent ? <VolumeX size={20} /> : <Volume2 size={20} />}
    </IconButton>
  );
}

/** Two players at once are noise: another one with sound on the page pauses this one. */
function useOneSound(video: HTMLVideoElement | null): void {
  useEffect(() => {
    if (!video) return undefined;
    const hear = ({ target }: Event) => {
      if (target instanceof HTMLMediaElement && target !== video && !target.muted) video.pause();
    };
    document.addEventListener('play', hear, true);
    return () => document.removeEventListener('play', hear, true);
  }, [video]);
}

interface ShadeProps {
  readonly player: Player;
  readonly isInterrupted: boolean;
  readonly isPaused: boolean;
  readonly onPlay: () => void;
}

/** What covers the picture while there is none. */
function Shade({ player, isInterrupted, isPaused, onPlay }: ShadeProps) {
  const { state, start } = player;
  if (state === 'failed')
    return (
      <div className={styles.over}>
        <IconButton label="Try again" className={styles.press} onClick={() => void start()}>
          <RotateCcw size={24} />
        </IconButton>
      </div>
    );
  if (isPaused)
    return (
      <div className={styles.over}>
        <IconButton label="Play" className={styles.press} onClick={onPlay}>
          <Play size={24} />
        </IconButton>
      </div>
    );
  return state === 'live' && !isInterrupted ? null : (
    <div className={styles.over}>
      <Spinner />
    </div>
  );
}

const problems: Partial<Record<Player['state'], string>> = {
  failed: 'The stream can’t be played right now',
  waiting: 'Back in a moment',
  reconnecting: 'Reconnecting',
};
const playbackProblem = ({ state }: Player, stream: Stream): string | undefined =>
  stream.state === 'interrupted' ? problems.waiting : problems[state];

/** Plays the stream as it is now, and ends with it. Returns a function that asks again. */
function useNews(id: string, close: () => unknown): () => unknown {
  const dispatch = useAppDispatch();
  const { data, error, refetch } = useRead(getStream, { params: { id } });
  const isGone = problemCode(error) === 'not_found';
  useEffect(() => {
    if (isGone) close();
    else if (data) dispatch(isOnAir(data) && data.access.allowed ? streamPlayed(data) : streamPutAway(id));
  }, [dispatch, id, close, data, isGone]);
  return refetch;
}

export interface MiniPlayerProps {
  readonly stream: Stream;
  /** The page ends with a field to write in, which must stay free. */
  readonly hasComposer: boolean;
}

/** A live stream that goes on, small, while its viewer is on another page. Ends with the stream. */
export function MiniPlayer({ stream, hasComposer }: MiniPlayerProps) {
  const dispatch = useAppDispatch();
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const player = useStreamPlayer(stream, { video, isGoingOn: true });
  const isPaused = useHeldBack(video, player.state === 'live');
  useOneSound(video);
  const { _id } = stream;
  const close = useCallback(() => dispatch(streamPutAway(_id)), [dispatch, _id]);
  const refetch = useNews(_id, close);
  // Buttons over the picture go when they were pressed.
  const focus = useRestoredFocus<HTMLElement>(isPaused ? 'paused' : player.state);
  const problem = playbackProblem(player, stream);
  const isCut = player.state === 'refused' || player.state === 'ended' || player.state === 'unsupported';
  useEffect(() => {
    if (isCut) close();
  }, [isCut, close]);
  return (
    <section {...focus} className={cx(styles.mini, hasComposer && styles.top)} aria-label="Live stream">
      <div className={styles.picture}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live picture has none */}
        <video ref={setVideo} className={styles.video} playsInline aria-label={stream.title} />
        <Shade
          player={player}
          isInterrupted={stream.state === 'interrupted'}
          isPaused={isPaused}
          onPlay={() => void video?.play().catch(() => {})}
        />
      </div>
      <div className={styles.words}>
        <Link href={routes.stream(_id)} className={styles.title}>
          <span className={styles.name}>{stream.title}</span>{' '}
          <span className={styles.back}>Back to stream</span>
        </Link>
        <span className={cx(styles.line, problem !== undefined && styles.wrong)} role="status">
          {problem ?? stream.performer.name}
        </span>
      </div>
      <div className={styles.tools}>
        {video ? <Sound video={video} /> : null}
        <IconButton
          label="Close player"
          onClick={() => {
            close();
            document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
          }}
        >
          <X size={20} />
        </IconButton>
      </div>
      <StreamWatch stream={stream} refetch={refetch} />
    </section>
  );
}
