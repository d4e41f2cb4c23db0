import { useEffect, useState } from 'react';
import { whenIdle } from '#lib/when-idle';
import { selectLoggedIn } from '#state/auth';
import { useAppSelector } from '#state/hooks';

/**
 * A page that came with its content needs the queries of the state only for what comes after: further pages, another
 * filter, and for people with a session whatever a purchase here or in another tab opens. For those it begins when the
 * page has loaded and the browser is idle, for everybody else when `begin` is called. `atOnce`: it came without content.
 */
export function useLive(atOnce: boolean): readonly [live: boolean, begin: () => void] {
  const loggedIn = useAppSelector(selectLoggedIn);
  const [live, setLive] = useState(atOnce);
  useEffect(() => (loggedIn ? whenIdle(() => setLive(true), 3_000) : undefined), [loggedIn]);
  return [live, () => setLive(true)];
}
