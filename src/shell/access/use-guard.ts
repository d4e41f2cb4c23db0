import Router from 'next/router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { sessionCheckRequested } from '#state/session/auth.ts';
import { useAppDispatch } from '#state/hooks.ts';
import { decideAccess, isProtected } from './access-decision.ts';
import type { PageFlags } from '../pages/page-flags.ts';
import { useSession } from './session.ts';

/**
 * Sends people where they belong as they arrive at a page, or as their session turns out. What happens while
 * they are there, a login or a logout, the state itself follows up: two navigations at once would cancel each
 * other.
 */
export function useGuard(flags: PageFlags, path: string): void {
  const dispatch = useAppDispatch();
  const { checked, expected, user } = useSession();
  const began = useRef(false);
  /** The page that asked for the session as it loaded: what follows from the answer is on its way already. */
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
    // Nobody is here, as far as is known: the question itself leads to the login page and remembers this one.
    return decision.kind === 'login' && asked.current !== pathname ? check() : undefined;
  });
  useEffect(() => {
    arrive();
  }, [pathname, checked]);
}
