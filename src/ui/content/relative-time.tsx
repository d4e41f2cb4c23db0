import { useSyncExternalStore } from 'react';
import { exactTime, relativeTime, timeAgo } from '#lib/format-time.ts';
import { useHydrated, useMinutesAhead } from '../hooks/use-hydrated.ts';

const period = 30_000;

/**
 * A single clock for all relative times on a page; it ticks every 30 seconds while any of them is mounted.
 */
const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | null = null;
let now = Date.now();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  ticking ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, period);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || ticking === null) return;
    clearInterval(ticking);
    ticking = null;
  };
}

const fresh = () => {
  // `getSnapshot` must return a stable value, so refresh it only when the clock isn't ticking and it is out
  // of date, also after the device's clock was set back.
  if (ticking === null && Math.abs(Date.now() - now) > period) now = Date.now();
  return now;
};

/** The current time in milliseconds since the epoch, updated every 30 seconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, fresh, fresh);

export interface RelativeTimeProps {
  readonly iso: string;
  /** In a sentence, such as “last used 5 min ago”, instead of on its own. */
  readonly inSentence?: boolean;
  readonly className?: string;
  /** How far ahead of UTC the clocks are that dates are of; the browser's if it is left out. */
  readonly minutesAhead?: number;
}

/** How long ago something was, with the exact time as a tooltip and in `dateTime`. */
export function RelativeTime({ iso, inSentence = false, className, minutesAhead }: RelativeTimeProps) {
  const time = useNow();
  // Only the browser knows the user's time zone.
  const ahead = useMinutesAhead();
  const shownAhead = minutesAhead ?? ahead;
  const exact = useHydrated() ? exactTime(iso, shownAhead) : undefined;
  return (
    <time dateTime={iso} title={exact} className={className} suppressHydrationWarning>
      {(inSentence ? timeAgo : relativeTime)(iso, time, shownAhead)}
    </time>
  );
}
