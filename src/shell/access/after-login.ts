import { useRouter } from 'next/router';
import { useEffect, useEffectEvent } from 'react';
import { namesIntent, takeIntent, withoutIntent } from '#components/auth/intent.ts';
import { selectLoggedIn } from '#state/session/auth.ts';
import { useAppSelector, useAppStore } from '#state/hooks.ts';

/**
 * Does, once, what a person pressed here before they logged in or joined, and takes it out of the address.
 */
export function useAfterLogin(): void {
  const router = useRouter();
  const store = useAppStore();
  const loggedIn = useAppSelector(selectLoggedIn);
  const { asPath, isReady } = router;
  const resume = useEffectEvent(async () => {
    const intent = takeIntent(asPath);
    await router.replace(withoutIntent(asPath), undefined, { shallow: true, scroll: false });
    if (intent?.act)
      await (await import('#components/auth/resume-intent.ts')).resumeIntent(store, intent.act);
  });
  useEffect(() => {
    if (!isReady || !loggedIn || asPath.startsWith('/auth/') || !namesIntent(asPath)) return undefined;
    // After the page has arrived: windows that were opened on the way are closed by that.
    const timer = setTimeout(() => void resume(), 0);
    return () => clearTimeout(timer);
  }, [asPath, isReady, loggedIn, store]);
}
