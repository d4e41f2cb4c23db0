import { useRouter } from 'next/router';
import { useEffect, useEffectEvent } from 'react';
import { namesIntent, takeIntent, withoutIntent } from '#components/people/auth/intent.ts';
import { selectLoggedIn } from '#state/session/auth.ts';
import { useAppSelector, useAppStore } from '#state/hooks.ts';

/** Performs what the person started before logging in, once, and removes it from the URL. */
export function useAfterLogin(): void {
  const router = useRouter();
  const store = useAppStore();
  const loggedIn = useAppSelector(selectLoggedIn);
  const { asPath, isReady } = router;
  const resume = useEffectEvent(async () => {
    const intent = takeIntent(asPath);
    await router.replace(withoutIntent(asPath), undefined, { shallow: true, scroll: false });
    if (intent?.act)
      await (await import('#components/people/auth/resume-intent.ts')).resumeIntent(store, intent.act);
  });
  useEffect(() => {
    if (!isReady || !loggedIn || asPath.startsWith('/auth/') || !namesIntent(asPath)) return undefined;
    // Deferred until the navigation has completed, because that closes open dialogs.
    const timer = setTimeout(() => void resume(), 0);
    return () => clearTimeout(timer);
  }, [asPath, isReady, loggedIn, store]);
}
