import Router from 'next/router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { sessionCheckRequested } from '#state/session/auth.ts';
import { useAppDispatch } from '#state/hooks.ts';
import { decideAccess, isProtected } from './access-decision.ts';
import { isNavigating, navigation } from './navigation.ts';
import type { PageFlags } from '../pages/page-flags.ts';
import { useSession } from './session.ts';

/** How soon a page that still may not be shown is decided again, in milliseconds. */
const againMs = 700;

/**
 * Redirects people from pages they may not see, on arrival and once the session has been checked. Logins and
 * logouts while on a page are handled by the state, because two navigations at once would cancel each other.
 * Should a redirect have been cancelled, or none have come, it is made again: nobody stays before a skeleton.
 */
export function useGuard(flags: PageFlags, path: string): void {
  const dispatch = useAppDispatch();
  const { checked, expected, user } = useSession();
  const began = useRef(false);
  /** The path that requested the session check on load, which redirects by itself if needed. */
  const requested = useRef<string | null>(null);
  const pathname = path.split(/[?#]/)[0] ?? '';
  const from = new URLSearchParams(path.split('?')[1]).get('from');
  const decision = decideAccess({ flags, checked, expected, user, from });

  const check = () => {
    const place = isProtected(flags) ? 'page' : 'shell';
    if (place === 'page') requested.current = pathname;
    dispatch(sessionCheckRequested({ from: place }));
  };
  const redirect = () => {
    if (decision.kind === 'go') void navigation(() => Router.replace(decision.to));
    // The check itself redirects to the login page and remembers this one.
    if (decision.kind === 'login') check();
  };
  const arrive = useEffectEvent(() => {
    const atLoad = !began.current;
    began.current = true;
    if (requested.current !== pathname) requested.current = null;
    if (atLoad && !checked) return check();
    return decision.kind === 'login' && requested.current === pathname ? undefined : redirect();
  });
  useEffect(() => {
    arrive();
  }, [pathname, checked]);

  const again = useEffectEvent(() => {
    if (!isNavigating()) redirect();
  });
  const isOpen = decision.kind === 'show';
  useEffect(() => {
    if (isOpen) return undefined;
    const timer = setInterval(() => again(), againMs);
    return () => clearInterval(timer);
  }, [isOpen, pathname]);
}
