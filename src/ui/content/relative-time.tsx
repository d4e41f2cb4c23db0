import { useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from '#lib/format-time.ts';
import { useHydrated } from '../hooks/use-hydrated.ts';

const period = 30_000;

/** One clock for all of a page's times: it ticks each half minute while any of them is shown. */
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
  // While nobody was ticking the reading may have grown old; within half a minute it must stay the same
  // value.
  if (ticking === null && Date.now() - now > period) now = Date.now();
  return now;
};

/** The present moment, renewed each half minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, fresh, fresh);

/** How long ago something was; the exact time on hover, and as the machine-readable value. */
export function RelativeTime({ iso, className }: { iso: string; className?: string }) {
  const moment = useNow();
  // Only the browser knows the reader's time zone.
  const exact = useHydrated() ? exactTime(iso) : undefined;
  return (
    <time dateTime={iso} title={exact} className={className} suppressHydrationWarning>
      {relativeTime(iso, moment)}
    </time>
  );
}
