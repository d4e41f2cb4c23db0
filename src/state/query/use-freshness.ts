import { useEffect, useEffectEvent } from 'react';
import { whenIdle } from '#lib/when-idle.ts';

/** Begins a seeded question once the page is idle. For visitors too, because a cached page may be outdated. */
export function useBeginWhenIdle(begin: () => void): void {
  const start = useEffectEvent(() => begin());
  useEffect(() => whenIdle(() => start(), 2_000), []);
}

/** Asks again at an interval in milliseconds; never at 0. */
export function usePolling(refetch: () => unknown, everyMs: number): void {
  const again = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (everyMs === 0) return undefined;
    const polling = setInterval(() => again(), everyMs);
    return () => clearInterval(polling);
  }, [everyMs]);
}
