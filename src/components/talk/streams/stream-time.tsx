import type { Stream } from '#contract/talk/streams/streams.ts';
import { countdownText } from '#lib/countdown.ts';
import { exactTime } from '#lib/format-time.ts';
import { Chip } from '#ui/content/chip.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { useServerNow } from '../../base/lists/use-server-now.ts';

const labels = {
  scheduled: ['Scheduled', 'primary'],
  live: ['Live', 'live'],
  interrupted: ['Back in a moment', 'warning'],
  ended: ['Ended', 'neutral'],
  cancelled: ['Canceled', 'neutral'],
} as const;

/** The state of a stream as a colored label. */
export const StreamState = ({ state }: Pick<Stream, 'state'>) => (
  <Chip tone={labels[state][1]}>{labels[state][0]}</Chip>
);

export interface StreamCountdownProps {
  readonly stream: Pick<Stream, 'scheduledAt' | 'serverTime'>;
  readonly className?: string | undefined;
}

/** "Starts in 4 h 05 min", or that it is about to start. It isn't announced every second. */
export function StreamCountdown({ stream: { scheduledAt, serverTime }, className }: StreamCountdownProps) {
  const time = useServerNow(serverTime, scheduledAt !== null);
  // Only the browser knows the user's time zone.
  const hydrated = useHydrated();
  if (scheduledAt === null) return null;
  const left = Date.parse(scheduledAt) - time;
  return (
    <time
      role="timer"
      aria-live="off"
      dateTime={scheduledAt}
      title={hydrated ? exactTime(scheduledAt) : undefined}
      className={className}
    >
      {left > 0 ? `Starts in ${countdownText(left)}` : 'Starting any moment'}
    </time>
  );
}
