import Ban from 'lucide-react/icons/ban';
import type { ReactNode } from 'react';
import { routes } from '#config/routes.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { formatDuration } from '#lib/format.ts';
import { exactTime } from '#lib/format-time.ts';
import { loginFirst } from '#components/people/auth/login-first.ts';
import { LazyTakenDownNotice } from '#components/across/decisions/lazy-taken-down-notice.tsx';
import { accessTitle, LockedStream } from './locked-stream.tsx';
import { isOnAir } from '#components/talk/streams/stream-texts.ts';
import { ReminderButton } from '#components/talk/streams/reminder-button.tsx';
import { StreamCountdown } from '#components/talk/streams/stream-time.tsx';
import { selectAuthUser, selectLoggedIn } from '#state/session/auth.ts';
import { useAppSelector } from '#state/hooks.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { cx } from '#ui/theme/class-names.ts';
import { AfterStream } from './after-stream.tsx';
import { StreamPlayer } from './player.tsx';
import styles from './stream.module.css';

const Plain = ({ children }: { children: ReactNode }) => (
  <div className={cx(styles.stage, styles.tall)}>
    <div className={styles.card}>{children}</div>
  </div>
);

const LogIn = ({ stream: { title, performer } }: { stream: Stream }) => (
  <Plain>
    <Avatar src={performer.avatar} size={96} live />
    <h2>Log in to watch</h2>
    <p className={styles.muted}>Watching is free with an account.</p>
    <Button variant="primary" onClick={() => loginFirst({ why: `watch “${title}”` })}>
      Log in to watch
    </Button>
  </Plain>
);

/** Only the browser knows the viewer's time zone, so the line is there before its words. */
function StartTime({ stream: { scheduledAt } }: { stream: Stream }) {
  const hydrated = useHydrated();
  return <p className={styles.start}>{hydrated && scheduledAt ? exactTime(scheduledAt) : null}</p>;
}

const Scheduled = ({ stream }: { stream: Stream }) => (
  <Plain>
    <Avatar src={stream.performer.avatar} size={96} />
    <h2>
      <StreamCountdown stream={stream} />
    </h2>
    <StartTime stream={stream} />
    {stream.access.allowed ? null : <p className={styles.muted}>{accessTitle(stream)}</p>}
    <ReminderButton stream={stream} />
    {stream.access.allowed ? null : <LockedStream stream={stream} />}
  </Plain>
);

const Ended = ({ stream, own }: { stream: Stream; own: boolean }) => (
  <Plain>
    <Avatar src={stream.performer.avatar} size={96} />
    <h2>{stream.state === 'cancelled' ? 'This stream was canceled' : 'The stream has ended'}</h2>
    {stream.state === 'ended' && stream.duration > 0 ? (
      <p className={styles.muted}>It ran for {formatDuration(stream.duration)}.</p>
    ) : null}
    {stream.state === 'cancelled' && stream.price > 0 ? (
      <p className={styles.muted}>Tickets were refunded.</p>
    ) : null}
    {stream.state === 'cancelled' && own ? <LazyTakenDownNotice type="stream" id={stream._id} /> : null}
    <AfterStream stream={stream} />
  </Plain>
);

/** The server ended the viewer's access while they watched. */
const Removed = () => (
  <Plain>
    <Ban size={28} aria-hidden="true" />
    <div role="alert">
      <h2>You can’t watch this stream anymore</h2>
      <p className={styles.muted}>Your access has ended. Refunds for tickets show up in your wallet.</p>
    </div>
    <ButtonLink href={routes.live}>See who’s live</ButtonLink>
  </Plain>
);

export interface StageProps {
  readonly stream: Stream;
  readonly isRemoved: boolean;
}

/** The picture, or what takes its place: the ways in, the countdown, or what follows. */
export function Stage({ stream, isRemoved }: StageProps) {
  const loggedIn = useAppSelector(selectLoggedIn);
  const own = useAppSelector(selectAuthUser)?._id === stream.performer._id;
  if (isRemoved) return <Removed />;
  if (stream.state === 'scheduled') return <Scheduled stream={stream} />;
  if (!isOnAir(stream)) return <Ended stream={stream} own={own} />;
  if (!stream.access.allowed)
    return (
      <Plain>
        <Avatar src={stream.performer.avatar} size={96} live />
        <h2>{accessTitle(stream)}</h2>
        <LockedStream stream={stream} />
      </Plain>
    );
  if (!loggedIn) return <LogIn stream={stream} />;
  return (
    <div className={styles.stage}>
      <StreamPlayer stream={stream} />
    </div>
  );
}
