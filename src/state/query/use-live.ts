import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { whenIdle } from '#lib/when-idle.ts';
import { whenUsed } from '#lib/when-used.ts';
import { selectAccessNews } from '../live/access-updates.ts';
import { selectLoggedIn } from '../session/auth.ts';
import { useAppSelector } from '../hooks.ts';

/**
 * Tells when a page that the server rendered with data should subscribe to the query as well. Signed-in users
 * need it to see what a purchase here or in another tab unlocks, so it starts when they first interact with
 * the page or the server reports a change of access. For everyone else it starts when `begin` is called, for
 * further pages or another filter. Pass `atOnce` as long as the server sent nothing for what is asked.
 */
export function useLive(atOnce: boolean): readonly [live: boolean, begin: () => void] {
  const loggedIn = useAppSelector(selectLoggedIn);
  const news = useAppSelector(selectAccessNews);
  const [live, setLive] = useState(false);
  useEffect(() => {
    if (!loggedIn) return undefined;
    let callOff = () => {};
    const stop = whenUsed(() => (callOff = whenIdle(() => setLive(true), 1_000)));
    return () => {
      stop();
      callOff();
    };
  }, [loggedIn]);
  const begin = useCallback(() => setLive(true), []);
  return [atOnce || live || (loggedIn && news > 0), begin];
}

/**
 * Begins a seeded question when the page is idle, for everyone: where people soon choose something else, the code for
 * that is there by then, and where a cached page may be outdated, it is made good.
 */
export const useBeginWhenIdle = (begin: () => void): void => useEffect(() => whenIdle(begin, 2_000), [begin]);

/** Asks again at an interval in milliseconds; never at 0. */
export function usePolling(refetch: () => unknown, everyMs: number): void {
  const again = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (everyMs === 0) return undefined;
    const polling = setInterval(() => again(), everyMs);
    return () => clearInterval(polling);
  }, [everyMs]);
}
