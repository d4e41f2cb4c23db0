import { useEffect, useEffectEvent, useState } from 'react';
import { readToken } from '#lib/cookies.ts';
import { hasOwnWorker, registerWorker } from '#lib/device/service-worker.ts';
import { whenIdle, whenLoaded } from '#lib/when-idle.ts';
import { checkCountryBlock } from '#services/base/site.ts';
import { settingsRequested } from '#state/session/settings.ts';
import type { AppStore } from '#state/store.ts';
import { isProtected } from '../access/access-decision.ts';
import type { PageFlags } from '../pages/page-flags.ts';
import type { ShellProps } from '../pages/page-props.ts';

interface Beginning {
  /** The account, as far as the server knows. */
  readonly known: ShellProps['user'];
  /** The server rendered the page. */
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
 * Starts the store: for visitors of a server-rendered page, on their first interaction; if the session is
 * unknown but needed, once the page has loaded; otherwise when the browser is idle. Actions dispatched before
 * wait for it.
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
 * Whether the site is blocked in the visitor's country: as rendered by the server, else requested once. If
 * the request fails, the site stays open.
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

/** Installs the service worker: it keeps a page to show while offline, and receives push notifications. */
export function useServiceWorker(): void {
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' || !hasOwnWorker()) return;
    whenIdle(() => {
      registerWorker().catch(() => {
        // Private windows reject service workers; the browser then shows its own offline page.
      });
    });
  }, []);
}
