import { useEffect, useState } from 'react';

/**
 * Whole seconds until a moment (milliseconds of this clock), counted down; 0 once it has passed, and without
 * one.
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
