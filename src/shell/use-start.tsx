import { useEffect, useState } from 'react';
import { readToken } from '#lib/cookies';
import { whenIdle, whenLoaded } from '#lib/when-idle';
import { checkCountryBlock } from '#services/site';
import { settingsRequested } from '#state/settings';
import type { AppStore } from '#state/store';
import { isProtected } from './access-decision.tsx';
import type { PageFlags } from './page-flags.tsx';
import type { ShellProps } from './page-props.tsx';

/**
 * Sets the store to work: as the page has loaded where nobody knows yet who is here and it matters, else when the
 * browser is idle too. What is dispatched until then waits for it.
 */
export function useStart(store: AppStore, shell: ShellProps | undefined, flags: PageFlags): void {
  useEffect(() => {
    if (!shell?.settings) store.dispatch(settingsRequested());
    const start = () => void store.start();
    const known = shell?.user !== undefined;
    if (known || (readToken() === null && !isProtected(flags))) whenIdle(start, 1_000);
    else whenLoaded(start);
    // Once for the life of the page: what the first page came with.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [store]);
}

/** Is the site closed to this visitor's country? The server has said so with the page, or is asked once. A failed question closes nothing. */
export function useCountryBlock(store: AppStore, known: boolean | undefined): boolean {
  const [blocked, setBlocked] = useState(known ?? false);
  useEffect(() => {
    if (known !== undefined) return;
    checkCountryBlock(store.world.api).then(
      (answer) => setBlocked(answer.blocked),
      () => undefined,
    );
    // oxlint-disable-next-line react/exhaustive-deps -- asked once
  }, [store]);
  return blocked;
}

/** Keeps a page to show while there is no connection. Not in the mock: its own worker answers there. */
export function useOfflinePage(): void {
  useEffect(() => {
    if (
      process.env.NODE_ENV !== 'production' ||
      process.env.NEXT_PUBLIC_MOCK === '1' ||
      !('serviceWorker' in navigator)
    )
      return;
    whenIdle(() => {
      navigator.serviceWorker.register('/sw.js').catch(() => {
        // Private windows refuse it; the browser's own page does then.
      });
    });
  }, []);
}
