import { useEffect, useState } from 'react';

/**
 * Whole seconds until a time (milliseconds since the epoch), counting down; 0 once it has passed or if it is
 * null.
 */
export function useSecondsLeft(moment: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  const left = moment === null ? 0 : Math.max(0, Math.ceil((moment - now) / 1_000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const ticking = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(ticking);
  }, [moment, isOver]);
  return left;
}
