import { useEffect, useEffectEvent } from 'react';

/** After this long out of sight, coming back is a reason to look for what is new. */
const longAway = 60_000;

/**
 * Calls `look` when the person comes back to the page after some time away: what nobody is told of is looked
 * up then, not asked for all along.
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
