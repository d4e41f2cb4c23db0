import { useEffect, useState } from 'react';
import { useAppSelector } from '#state/hooks.ts';
import { selectClockOffset } from '#state/live/server-clock.ts';

/**
 * The server's clock in milliseconds since the epoch, updated every second. Until hydration it is `initial`
 * (ISO 8601), the time at which the server rendered the page, so that both renders match. Pass
 * `active = false` to stop the updates.
 */
export function useServerNow(initial: string, active = true): number {
  const offset = useAppSelector(selectClockOffset);
  const [time, setMoment] = useState(() => Date.parse(initial));
  useEffect(() => {
    const look = () => setMoment(Date.now() + offset);
    look();
    if (!active) return undefined;
    const ticking = setInterval(look, 1_000);
    return () => clearInterval(ticking);
  }, [offset, active]);
  return time;
}
