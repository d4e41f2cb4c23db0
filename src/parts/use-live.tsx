import { useEffect, useState } from 'react';
import { selectLoggedIn } from '#state/auth';
import { useAppSelector } from '#state/hooks';

function whenIdle(run: () => void): () => void {
  let over = false;
  const go = () => void (over || run());
  const soon = () => {
    // Not every browser has it.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(go, { timeout: 3_000 });
    else setTimeout(go, 1_000);
  };
  if (document.readyState === 'complete') soon();
  else window.addEventListener('load', soon, { once: true });
  return () => {
    over = true;
  };
}

/**
 * A page that came with its content needs the queries of the state only for what comes after: further pages, another
 * filter, and for people with a session whatever a purchase here or in another tab opens. For those it begins when the
 * page has loaded and the browser is idle, for everybody else when `begin` is called. `atOnce`: it came without content.
 */
export function useLive(atOnce: boolean): readonly [live: boolean, begin: () => void] {
  const loggedIn = useAppSelector(selectLoggedIn);
  const [live, setLive] = useState(atOnce);
  useEffect(() => (loggedIn ? whenIdle(() => setLive(true)) : undefined), [loggedIn]);
  return [live, () => setLive(true)];
}
