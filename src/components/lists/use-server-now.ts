import { useEffect, useState } from 'react';
import { useAppSelector } from '#state/hooks.ts';
import { selectClockOffset } from '#state/live/server-clock.ts';

/**
 * The server's clock, told anew each second; `told` (ISO 8601), what it said when it sent the page, until the
 * browser takes over: what was rendered is what hydrates. `active` false stops the ticking.
 */
export function useServerNow(told: string, active = true): number {
  const offset = useAppSelector(selectClockOffset);
  const [moment, setMoment] = useState(() => Date.parse(told));
  useEffect(() => {
    const look = () => setMoment(Date.now() + offset);
    look();
    if (!active) return undefined;
    const ticking = setInterval(look, 1_000);
    return () => clearInterval(ticking);
  }, [offset, active]);
  return moment;
}
