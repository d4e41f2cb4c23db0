import { useEffect, useState } from 'react';

/**
 * Whole seconds until a time (milliseconds since the epoch), counting down; 0 once it has passed or if it is
 * null.
 */
export function useSecondsLeft(time: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  const left = time === null ? 0 : Math.max(0, Math.ceil((time - now) / 1_000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const ticking = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(ticking);
  }, [time, isOver]);
  return left;
}
