import { useEffect, useEffectEvent, useState } from 'react';
import { readToken } from '#lib/cookies.ts';
import { whenIdle, whenLoaded } from '#lib/when-idle.ts';
import { checkCountryBlock } from '#services/site.ts';
import { settingsRequested } from '#state/session/settings.ts';
import type { AppStore } from '#state/store.ts';
import { isProtected } from '../access/access-decision.ts';
import type { PageFlags } from '../pages/page-flags.ts';
import type { ShellProps } from '../pages/page-props.ts';

interface Beginning {
  /** Who is here, as far as the server has looked. */
  readonly known: ShellProps['user'];
  /** The server drew the page. */
  readonly drawn: boolean;
  readonly isProtected: boolean;
}

function begin(store: AppStore, { known, drawn, isProtected: own }: Beginning): void {
  const start = () => void store.start();
  if (known === null && drawn && !own) return store.startWhenNeeded();
  if (known !== undefined || (readToken() === null && !own)) whenIdle(start, 1_000);
  else whenLoaded(start);
  return undefined;
}

/**
 * Sets the store to work: for a visitor whom the server has drawn the page for, with the first thing they do;
 * as the page has loaded where nobody knows yet who is here and it matters; else when the browser is idle
 * too. What is dispatched until then waits for it.
 */
export function useStart(store: AppStore, shell: ShellProps | undefined, flags: PageFlags): void {
  const start = useEffectEvent(() => {
    if (!shell?.settings) store.dispatch(settingsRequested());
    begin(store, { known: shell?.user, drawn: Boolean(shell?.settings), isProtected: isProtected(flags) });
  });
  // Once, with what the first page came with.
  useEffect(() => start(), [store]);
}

/**
 * Is the site closed to this visitor's country? The server has said so with the page, or is asked once. A
 * failed question closes nothing.
 */
export function useCountryBlock(store: AppStore, known: boolean | undefined): boolean {
  const [blocked, setBlocked] = useState(known ?? false);
  const ask = useEffectEvent(() => {
    if (known !== undefined) return;
    checkCountryBlock(store.deps.api).then(
      (answer) => setBlocked(answer.blocked),
      () => undefined,
    );
  });
  useEffect(() => ask(), [store]);
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
