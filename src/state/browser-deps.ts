import { readToken, removeToken, storeToken } from '#lib/cookies.ts';
import { makeApi } from '#services/http/api.ts';
import { apiBase, socketOrigin } from '#services/http/endpoint.ts';
import { connectTo } from './live/connect-socket.ts';
import type { KeyValue, Toast, SagaDeps } from './deps.ts';

/** A storage that keeps nothing where the browser forbids or has no room, rather than throwing. */
function keyValue(area: () => Storage): KeyValue {
  const attempt = <T>(action: () => T, otherwise: T): T => {
    try {
      return action();
    } catch {
      return otherwise;
    }
  };
  return {
    read: (key) => attempt(() => area().getItem(key), null),
    write: (key, value) => attempt(() => area().setItem(key, value), undefined),
    remove: (key) => attempt(() => area().removeItem(key), undefined),
  };
}

export interface BrowserDepsOptions {
  readonly toast: Toast;
  readonly navigate: (path: string) => void;
  /** Called for every 401 that answers the present session: dispatch `sessionRefused()`. */
  readonly onUnauthorized: () => void;
  /** Resolves when the mock is in place; nothing is sent before. */
  readonly ready?: Promise<unknown>;
}

/** The world as a browser has it. */
export function makeBrowserDeps({ toast, navigate, onUnauthorized, ready }: BrowserDepsOptions): SagaDeps {
  const base = apiBase();
  return {
    api: makeApi({ base, readToken, onUnauthorized, ready }),
    connect: connectTo(socketOrigin(base, location.href), ready),
    navigate,
    here: () => `${location.pathname}${location.search}${location.hash}`,
    isVisible: () => document.visibilityState === 'visible',
    toast,
    cookies: { readToken, storeToken, removeToken },
    storage: { local: keyValue(() => localStorage), session: keyValue(() => sessionStorage) },
    now: Date.now,
  };
}
