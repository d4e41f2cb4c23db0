import { useEffect, useState } from 'react';
import { whenIdle } from '#lib/when-idle.ts';
import { whenUsed } from '#lib/when-used.ts';
import { selectAccessNews } from '#state/live/access-updates.ts';
import { selectLoggedIn } from '#state/session/auth.ts';
import { useAppSelector } from '#state/hooks.ts';

/**
 * A page that came with its content needs the queries of the state only for what comes after: further pages,
 * another filter, and for people with a session whatever a purchase here or in another tab opens. For those
 * it begins when they first do something with the page, or when the server says that something has opened;
 * for everybody else when `begin` is called. `atOnce`: it came without content.
 */
export function useLiveRecord(atOnce: boolean): readonly [live: boolean, begin: () => void] {
  const loggedIn = useAppSelector(selectLoggedIn);
  const news = useAppSelector(selectAccessNews);
  const [live, setLive] = useState(atOnce);
  useEffect(() => {
    if (!loggedIn) return undefined;
    let callOff = () => {};
    const stop = whenUsed(() => (callOff = whenIdle(() => setLive(true), 1_000)));
    return () => {
      stop();
      callOff();
    };
  }, [loggedIn]);
  return [live || (loggedIn && news > 0), () => setLive(true)];
}
