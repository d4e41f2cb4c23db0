import Router from 'next/router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { sessionCheckRequested } from '#state/session/auth.ts';
import { useAppDispatch } from '#state/hooks.ts';
import { decideAccess, isProtected } from './access-decision.ts';
import type { PageFlags } from '../pages/page-flags.ts';
import { useSession } from './session.ts';

/**
 * Redirects people from pages they may not see, on arrival and once the session has been checked. Logins and
 * logouts while on a page are handled by the state, because two navigations at once would cancel each other.
 */
export function useGuard(flags: PageFlags, path: string): void {
  const dispatch = useAppDispatch();
  const { checked, expected, user } = useSession();
  const began = useRef(false);
  /** The path that requested the session check on load, which redirects by itself if needed. */
  const asked = useRef<string | null>(null);
  const pathname = path.split(/[?#]/)[0] ?? '';

  const check = () => {
    const from = isProtected(flags) ? 'page' : 'shell';
    if (from === 'page') asked.current = pathname;
    dispatch(sessionCheckRequested({ from }));
  };
  const arrive = useEffectEvent(() => {
    const atLoad = !began.current;
    began.current = true;
    if (asked.current !== pathname) asked.current = null;
    if (atLoad && !checked) return check();
    const decision = decideAccess({
      flags,
      checked,
      expected,
      user,
      from: new URLSearchParams(location.search).get('from'),
    });
    if (decision.kind === 'go') return void Router.replace(decision.to);
    // The check itself redirects to the login page and remembers this one.
    return decision.kind === 'login' && asked.current !== pathname ? check() : undefined;
  });
  useEffect(() => {
    arrive();
  }, [pathname, checked]);
}
