import { useEffect, useState } from 'react';

/** Milliseconds without a change after which typing counts as paused. */
const PAUSE_MS = 300;

/** The value once it hasn't changed for a moment, to ask the server when typing pauses. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
