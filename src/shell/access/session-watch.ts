import { useEffect, useEffectEvent } from 'react';
import { readToken } from '#lib/cookies.ts';
import { selectLogin, sessionCheckRequested } from '#state/session/auth.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { useAppStore } from '#state/hooks.ts';
import { isProtected } from './access-decision.ts';
import type { PageFlags } from '../pages/page-flags.ts';

/** A login of this tab writes the cookie a moment before its account is known. In milliseconds. */
const settlesMs = 300;

type CookieChanges = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
const cookieChanges = (): CookieChanges | undefined =>
  (window as { cookieStore?: CookieChanges }).cookieStore;

/**
 * Checks the session again once the cookie tells of another one: another tab has logged in or out, the cookie
 * has expired, or the browser has brought back a page that was left with another session.
 */
export function useSessionWatch(flags: PageFlags): void {
  const store = useAppStore();
  const compare = useEffectEvent((before: string | null, now: string | null) => {
    const state = store.getState();
    const isOther = before !== null && now !== null && before !== now;
    if (!isOther && (now !== null) === (selectCurrentUser(state) !== null)) return;
    if (selectLogin(state).requesting) return;
    store.dispatch(sessionCheckRequested({ from: isProtected(flags) ? 'page' : 'shell' }));
  });
  useEffect(() => {
    let known = readToken();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const before = known;
        known = readToken();
        compare(before, known);
      }, settlesMs);
    };
    const shown = () => document.visibilityState === 'visible' && look();
    // This loads a while after the page.
    look();
    const cookies = cookieChanges();
    document.addEventListener('visibilitychange', shown);
    window.addEventListener('focus', look);
    window.addEventListener('pageshow', look);
    cookies?.addEventListener('change', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', shown);
      window.removeEventListener('focus', look);
      window.removeEventListener('pageshow', look);
      cookies?.removeEventListener('change', look);
    };
  }, [store]);
}
