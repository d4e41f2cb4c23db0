import { readToken, removeToken, storeToken } from '#lib/cookies.ts';
import { makeApi } from '#services/http/api.ts';
import { apiBase, socketOrigin } from '#services/http/base-url.ts';
import type { LiveClient } from '#services/talk/live/live-types.ts';
import { connectTo } from './live/connect-socket.ts';
import type { OutboxDevice } from './messages/outbox/outbox.ts';
import { untilLoaded } from '#lib/device/until-loaded.ts';
import { whenUsed } from '#lib/when-used.ts';
import type { KeyValue, Toast, SagaDeps } from './deps.ts';

/** A storage that silently does nothing if the browser blocks it or it is full. */
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

const loadOutbox = () =>
  untilLoaded(async () => (await import('./messages/outbox/browser-outbox.ts')).browserOutbox());

async function loadLiveClient(): Promise<LiveClient> {
  const { publish, watch } = await import('#services/talk/live/live-client.ts');
  return { publish, watch };
}

export interface BrowserDepsOptions {
  readonly toast: Toast;
  readonly navigate: SagaDeps['navigate'];
  /** Called for every 401 response to the current token: dispatch `sessionRefused()`. */
  readonly onUnauthorized: () => void;
  /** Resolves once the mock is ready; requests wait for it. */
  readonly ready?: Promise<unknown>;
}

/** The dependencies of the store in a browser. */
export function makeBrowserDeps({ toast, navigate, onUnauthorized, ready }: BrowserDepsOptions): SagaDeps {
  const base = apiBase();
  let device: Promise<OutboxDevice> | undefined;
  let used: Promise<void> | undefined;
  return {
    api: makeApi({ base, readToken, onUnauthorized, ready }),
    connect: connectTo(socketOrigin(base, location.href), ready),
    navigate,
    here: () => `${location.pathname}${location.search}${location.hash}`,
    isVisible: () => document.visibilityState === 'visible',
    used: () => (used ??= new Promise((resolve) => void whenUsed(resolve))),
    toast,
    cookies: { readToken, storeToken, removeToken },
    storage: { local: keyValue(() => localStorage), session: keyValue(() => sessionStorage) },
    outbox: () => (device ??= loadOutbox()),
    liveClient: loadLiveClient,
    now: Date.now,
  };
}
