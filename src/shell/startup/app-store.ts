import Router from 'next/router';
import { navigation } from '../access/navigation.ts';
import { sessionRefused } from '#state/session/auth.ts';
import { makeBrowserDeps } from '#state/browser-deps.ts';
import { serverDeps } from '#state/server-deps.ts';
import { makeStore } from '#state/store.ts';
import type { AppStore, Preloaded } from '#state/store.ts';
import { toast } from '#ui/overlays/toast.ts';

/**
 * The page's store. On the server it only holds state; in the browser it sends requests once `ready` has
 * resolved.
 */
export function makeAppStore(preloaded: Preloaded, ready: Promise<unknown> | undefined): AppStore {
  if (typeof window === 'undefined') return makeStore(serverDeps, preloaded);
  const deps = makeBrowserDeps({
    toast,
    navigate: (path) => navigation(() => Router.push(path)),
    onUnauthorized: () => void store.dispatch(sessionRefused()),
    ready,
  });
  const store: AppStore = makeStore(deps, preloaded);
  return store;
}
