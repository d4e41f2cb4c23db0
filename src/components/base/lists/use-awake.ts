import { useEffect, useState } from 'react';
import { whenIdle } from '#lib/when-idle.ts';

/** Queries start at once if the server rendered nothing, else when the page is idle or they are needed. */
export function useAwake(isGiven: boolean): { isAwake: boolean; wake: () => void } {
  const [isAwake, setAwake] = useState(!isGiven);
  useEffect(() => whenIdle(() => setAwake(true), 2_000), []);
  return { isAwake: isAwake || !isGiven, wake: () => setAwake(true) };
}
