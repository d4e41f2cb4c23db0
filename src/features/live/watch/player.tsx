import Play from 'lucide-react/icons/play';
import { type ReactNode, useEffect, useState } from 'react';
import type { Stream } from '#contract/streams.ts';
import { useAppDispatch } from '#state/hooks.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Button } from '#ui/content/button.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { useMediaReports } from '../use-media-reports.ts';
import { PlayerTools } from './player-tools.tsx';
import { type Player, type PlayerState, usePlayer } from './use-player.ts';
import styles from './stream.module.css';

/** True while the browser holds the video back until a press. */
function useHeldBack(video: HTMLVideoElement | null, isLive: boolean): boolean {
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (!video) return undefined;
    const update = () => setPaused(video.paused);
    video.addEventListener('play', update);
    video.addEventListener('pause', update);
    update();
    return () => {
      video.removeEventListener('play', update);
      video.removeEventListener('pause', update);
    };
  }, [video, isLive]);
  return isLive && paused;
}

const Over = ({ children }: { children: ReactNode }) => (
  <div className={styles.over} role="status">
    {children}
  </div>
);
const Busy = ({ text }: { text: string }) => (
  <Over>
    <Spinner />
    <p>{text}</p>
  </Over>
);

const Failed = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <Over>
    <p>{text}</p>
    <Button onClick={onRetry}>Try again</Button>
  </Over>
);

interface ShadeProps {
  readonly player: Player;
  readonly avatar: string;
  readonly isInterrupted: boolean;
  readonly isHeldBack: boolean;
  readonly onPlay: () => void;
}

interface PressProps {
  readonly label: string;
  readonly onPress: () => void;
  /** Shown above the button. */
  readonly children?: ReactNode;
}
const PressToPlay = ({ label, onPress, children }: PressProps) => (
  <Over>
    {children}
    <Button variant="primary" large icon={<Play size={20} aria-hidden="true" />} onClick={onPress}>
      {label}
    </Button>
  </Over>
);

const waits: Partial<Record<PlayerState, string>> = {
  waiting: 'Back in a moment',
  connecting: 'Connecting',
  reconnecting: 'Reconnecting',
};
const failures: Partial<Record<PlayerState, string>> = {
  unsupported:
    'This browser can’t play the stream. Try a current version of Chrome, Edge, Firefox or Safari.',
  refused: 'You can’t watch this stream right now.',
  ended: 'The stream stopped.',
};

/** What covers the picture while there is none. */
function Shade({ player, avatar, isInterrupted, isHeldBack, onPlay }: ShadeProps) {
  const { state, problem, start } = player;
  const again = () => void start();
  if (state === 'idle')
    return (
      <PressToPlay label="Watch live" onPress={again}>
        <Avatar src={avatar} size={96} live />
      </PressToPlay>
    );
  const failure = problem ?? failures[state];
  if (failure !== undefined) return <Failed text={failure} onRetry={again} />;
  const wait = isInterrupted ? waits.waiting : waits[state];
  if (wait !== undefined) return <Busy text={wait} />;
  return isHeldBack ? <PressToPlay label="Play" onPress={onPlay} /> : null;
}

/** A player that is cut off often knows before the page that the stream is over, or closed to this person. */
function useLookWhenCut(id: string, isCut: boolean): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!isCut) return;
    const look = async () => {
      const { streamsApi } = await import('#state/api/streams/streams.ts');
      dispatch(streamsApi.util.invalidateTags([{ type: 'Stream', id }]));
    };
    look().catch(() => {});
  }, [dispatch, id, isCut]);
}

/** The picture of a stream that the viewer may watch. Nothing of it is loaded before the press. */
export function StreamPlayer({ stream }: { stream: Stream }) {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const player = usePlayer(stream._id, video);
  useMediaReports(stream._id, player.isJoined, () => ({
    isSending: false,
    receives: player.isReceiving() ? [stream.performer._id] : [],
  }));
  const isHeldBack = useHeldBack(video, player.state === 'live');
  useLookWhenCut(stream._id, player.state === 'refused' || player.state === 'ended');
  const play = () => void video?.play().catch(() => {});
  return (
    <div ref={setFrame} className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live picture has none */}
      <video ref={setVideo} className={styles.video} playsInline aria-label={stream.title} />
      <Shade
        player={player}
        avatar={stream.performer.avatar}
        isInterrupted={stream.state === 'interrupted'}
        isHeldBack={isHeldBack}
        onPlay={play}
      />
      {frame && video && player.state !== 'idle' ? (
        <PlayerTools frame={frame} video={video} health={player.health} onCatchUp={player.catchUp} />
      ) : null}
    </div>
  );
}
