import Play from 'lucide-react/icons/play';
import { type ReactNode, useEffect, useState } from 'react';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { useAppDispatch, useAppStore } from '#state/hooks.ts';
import { selectPlayingStream, streamPlayed, streamPutAway } from '#state/streams/playing-stream.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Button } from '#ui/content/button.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { PlayerTools } from './player-tools.tsx';
import { useHeldBack } from './use-held-back.ts';
import type { Player, PlayerState } from './use-player.ts';
import { useStreamPlayer } from './use-stream-player.ts';
import styles from './stream.module.css';

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
const playingStates: readonly PlayerState[] = ['live', 'connecting', 'reconnecting', 'waiting'];
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

/** Remembers what plays, so that it goes on in the mini player when its viewer opens another page. */
function usePlayingStream(stream: Stream, state: PlayerState): void {
  const dispatch = useAppDispatch();
  const plays = playingStates.includes(state);
  const isOver = state === 'failed' || failures[state] !== undefined;
  useEffect(() => {
    if (plays) dispatch(streamPlayed(stream));
    else if (isOver) dispatch(streamPutAway(stream._id));
  }, [dispatch, stream, plays, isOver]);
}

/** The picture of a stream that the viewer may watch. Nothing of it is loaded before the press. */
export function StreamPlayer({ stream }: { stream: Stream }) {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const store = useAppStore();
  // Whoever comes back from the mini player doesn't have to press again.
  const [isGoingOn] = useState(() => selectPlayingStream(store.getState())?._id === stream._id);
  const player = useStreamPlayer(stream, { video, isGoingOn });
  usePlayingStream(stream, player.state);
  const isHeldBack = useHeldBack(video, player.state === 'live');
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
