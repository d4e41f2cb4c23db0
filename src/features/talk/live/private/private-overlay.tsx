import type { ReactNode } from 'react';
import type { LiveState } from '#services/talk/live/live-types.ts';
import { Button } from '#ui/content/button.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import type { PrivatePart } from './private-stream-view.tsx';
import type { Room } from './use-room.ts';
import styles from './private.module.css';

const Overlay = ({ children }: { children: ReactNode }) => (
  <div className={styles.over} role="status">
    {children}
  </div>
);
const Busy = ({ text }: { text: string }) => (
  <Overlay>
    <Spinner />
    <p>{text}</p>
  </Overlay>
);

/** States of either connection that only a press can leave. */
const ends: Partial<Record<LiveState, string>> = {
  elsewhere: 'You joined in another tab or on another device.',
  refused: 'The connection was closed. Join again to continue.',
  unsupported:
    'This browser can’t show the stream. Try a current version of Chrome, Edge, Firefox or Safari.',
  ended: 'The connection was closed. Join again to continue.',
};

interface StoppedProps {
  readonly text: string | null;
  readonly label: string;
  readonly onPress: () => void;
  readonly more?: ReactNode;
}

function Stopped({ text, label, onPress, more = null }: StoppedProps) {
  return (
    <Overlay>
      <p>{text}</p>
      <Button onClick={onPress}>{label}</Button>
      {more}
    </Overlay>
  );
}

interface EnterProps {
  readonly isGuest: boolean;
  readonly onPress: () => void;
  readonly more: ReactNode;
}

const Enter = ({ isGuest, onPress, more }: EnterProps) => (
  <Overlay>
    <p>
      {isGuest
        ? 'You can see and hear them. They can’t see or hear you.'
        : 'You join with your camera and microphone on.'}
    </p>
    <Button variant="primary" large onClick={onPress}>
      {isGuest ? 'Watch' : 'Join'}
    </Button>
    {more}
  </Overlay>
);

/** What the viewer waits for; null when they see the other side. */
function waitingText({ phase, states }: Room, other: string): string | null {
  if (phase === 'starting') return 'Connecting';
  if (states.own === 'reconnecting') return 'Reconnecting';
  return states.other === 'live' ? null : `Waiting for ${other}`;
}

/** What covers the pictures while there are none. */
export function PrivateOverlay({ room, other, part }: { room: Room; other: string; part: PrivatePart }) {
  const { phase, problem, states } = room;
  const again = () => void room.join();
  // A fan pays for the creator's picture and sound, and may keep their own to themselves.
  const silently =
    part === 'fan' ? (
      <Button onClick={() => void room.join({ withMedia: false })}>Join without camera and microphone</Button>
    ) : null;
  if (phase === 'idle') return <Enter isGuest={part === 'spectator'} onPress={again} more={silently} />;
  if (phase === 'failed') return <Stopped text={problem} label="Try again" onPress={again} more={silently} />;
  const end = ends[states.own ?? 'connecting'] ?? ends[states.other ?? 'connecting'];
  if (end) {
    const label = states.own === 'elsewhere' ? 'Continue here' : 'Join again';
    return <Stopped text={end} label={label} onPress={again} />;
  }
  const wait = waitingText(room, other);
  return wait === null ? null : <Busy text={wait} />;
}
