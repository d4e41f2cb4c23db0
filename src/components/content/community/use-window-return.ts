import { useEffect, useEffectEvent } from 'react';

/** Milliseconds the tab must have been hidden before returning counts. */
const longAway = 60_000;

/**
 * Calls `look` when the user returns to the tab after some time away. For data without live updates, as an
 * alternative to polling.
 */
export function useWindowReturn(look: () => void): void {
  const returned = useEffectEvent(look);
  useEffect(() => {
    let left = Date.now();
    const changed = () => {
      if (document.visibilityState === 'hidden') left = Date.now();
      else if (Date.now() - left > longAway) returned();
    };
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, []);
}
