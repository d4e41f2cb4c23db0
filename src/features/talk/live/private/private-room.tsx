import { useEffect, useRef, useState } from 'react';
import type { PrivateStream } from '#contract/talk/streams/private.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { Button } from '#ui/content/button.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { DeviceChoices } from '../devices/device-choices.tsx';
import { DeviceProblem } from '../devices/device-problem.tsx';
import { DeviceSwitches } from '../devices/device-switches.tsx';
import type { Capture } from '../devices/use-capture.ts';
import { PlayerTools } from '../watch/player-tools.tsx';
import page from '../watch/stream.module.css';
import { MeterBar } from './meter-bar.tsx';
import type { PrivatePart } from './private-stream-view.tsx';
import { PrivateOverlay } from './private-overlay.tsx';
import { useStep } from './use-step.ts';
import { useRoom } from './use-room.ts';
import styles from './private.module.css';

const StreamChat = lazyPart(async () => (await import('../chat/stream-chat.tsx')).StreamChat);

/** One's own picture, mirrored as people know themselves. */
function OwnPicture({ capture: { media, isOff } }: { capture: Capture }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (!video.current) return;
    video.current.srcObject = media;
    if (media) void video.current.play().catch(() => {});
  }, [media]);
  return (
    <div className={styles.own} hidden={media === null}>
      <video ref={video} muted playsInline aria-label="Your picture" />
      {isOff.video ? <p>Camera off</p> : null}
    </div>
  );
}

/** Ends it for both sides, or a spectator's watching, after a question. */
function EndButton({ stream, part, onEnd }: { stream: PrivateStream; part: PrivatePart; onEnd: () => void }) {
  const { step, busy } = useStep(stream._id);
  const [asks, setAsks] = useState(false);
  const isGuest = part === 'spectator';
  const end = async () => {
    const isDone = await step(isGuest ? 'leave' : 'end');
    setAsks(false);
    if (isDone) onEnd();
  };
  return (
    <>
      <Button variant="danger" onClick={() => setAsks(true)}>
        {isGuest ? 'Stop watching' : 'End private stream'}
      </Button>
      <ConfirmDialog
        open={asks}
        title={isGuest ? 'Stop watching?' : 'End this private stream?'}
        text={
          part === 'creator'
            ? 'It ends for both of you. Tokens that weren’t used go back to the fan’s wallet.'
            : 'Tokens on hold that weren’t used go back to your wallet right away.'
        }
        confirmLabel={isGuest ? 'Stop watching' : 'End stream'}
        cancelLabel={isGuest ? 'Keep watching' : 'Keep going'}
        busy={busy !== null}
        onConfirm={() => void end()}
        onClose={() => setAsks(false)}
      />
    </>
  );
}

/** The sound of both pictures that a spectator watches is one. */
function useSameSound(first: HTMLVideoElement | null, second: HTMLVideoElement | null): void {
  useEffect(() => {
    if (!first || !second) return undefined;
    const follow = () => Object.assign(second, { volume: first.volume, muted: first.muted });
    follow();
    first.addEventListener('volumechange', follow);
    return () => first.removeEventListener('volumechange', follow);
  }, [first, second]);
}

interface RoomProps {
  readonly stream: PrivateStream;
  readonly part: PrivatePart;
}

/** The running stream: the other side's picture, one's own in the corner, and the meter. */
function Call({ stream, part }: RoomProps) {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [first, setFirst] = useState<HTMLVideoElement | null>(null);
  const [second, setSecond] = useState<HTMLVideoElement | null>(null);
  const isGuest = part === 'spectator';
  const room = useRoom(stream._id, isGuest ? [first, second] : [first]);
  useSameSound(first, second);
  const other = part === 'creator' ? stream.user.name : stream.performer.name;
  const { capture, phase } = room;
  return (
    <Stack gap={16}>
      <div ref={setFrame} className={styles.pictures}>
        <div className={isGuest ? styles.pair : styles.one}>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live picture has none */}
          <video ref={setFirst} playsInline aria-label={`Picture of ${other}`} />
          {isGuest ? (
            // oxlint-disable-next-line jsx-a11y/media-has-caption -- a live picture has none
            <video ref={setSecond} playsInline aria-label={`Picture of ${stream.user.name}`} />
          ) : null}
        </div>
        <PrivateOverlay room={room} other={other} part={part} />
        <OwnPicture capture={capture} />
        {frame && first && phase === 'joined' ? (
          <PlayerTools frame={frame} video={first} health={null} onCatchUp={() => undefined} />
        ) : null}
      </div>
      {phase === 'joined' ? <DeviceProblem capture={capture} /> : null}
      <MeterBar stream={stream} part={part} />
      <Row justify="between">
        <Row>
          <DeviceSwitches capture={capture} />
        </Row>
        <EndButton stream={stream} part={part} onEnd={room.leave} />
      </Row>
      <DeviceChoices capture={capture} />
    </Stack>
  );
}

/** The page of a running private stream: the call, and the chat beside it. */
export const PrivateRoom = ({ stream, part }: RoomProps) => (
  <div className={page.page}>
    <div className={page.lead}>
      <Call stream={stream} part={part} />
    </div>
    <aside className={page.side} aria-label="Chat">
      <LazyClient skeleton={null}>
        <StreamChat streamId={stream._id} kind="private" />
      </LazyClient>
    </aside>
  </div>
);
