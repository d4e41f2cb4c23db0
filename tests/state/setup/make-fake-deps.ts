import type { KeyValue, SagaDeps } from '#state/deps.ts';
import { fakeApi } from './fake-api.ts';
import type { FakeApi, Replies } from './fake-api.ts';
import { fakeOutbox } from './fake-outbox.ts';
import { FakeSocket } from './fake-socket.ts';

/* Without vitest, because the catalogue draws components with these dependencies in a browser. */

export interface FakeDeps extends SagaDeps {
  readonly api: FakeApi;
  /** Every socket opened, with its token. */
  readonly sockets: { readonly socket: FakeSocket; readonly token: string | null }[];
  /** Paths that were navigated to. */
  readonly visited: string[];
  /** Toasts shown: `['error', 'Please login!']`. */
  readonly said: [tone: string, text: string][];
  /** The token cookie and its lifetime in days. */
  readonly cookie: { token: string | null; days: number | null };
  /** The current path, and whether the tab is visible. */
  readonly screen: { path: string; visible: boolean };
}

function keyValue(): KeyValue {
  const kept = new Map<string, string>();
  return {
    read: (key) => kept.get(key) ?? null,
    write: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  };
}

/** Fake dependencies. `startStore` (fake-deps.ts) creates them together with a store and running sagas. */
export function makeFakeDeps(answers: Replies, onUnauthorized: () => void = () => {}): FakeDeps {
  const visited: string[] = [];
  const said: [string, string][] = [];
  const sockets: FakeDeps['sockets'] = [];
  const cookie: FakeDeps['cookie'] = { token: null, days: null };
  const screen = { path: '/', visible: true };
  const outbox = fakeOutbox();
  const say = (tone: string) => (text: string) => void said.push([tone, text]);
  return {
    api: fakeApi(answers, onUnauthorized),
    connect: async (token) => {
      const socket = new FakeSocket();
      sockets.push({ socket, token });
      return socket;
    },
    navigate: (path) => {
      visited.push(path);
      screen.path = path;
    },
    here: () => screen.path,
    isVisible: () => screen.visible,
    used: async () => {},
    toast: { success: say('success'), error: say('error'), info: say('info') },
    cookies: {
      readToken: () => cookie.token,
      storeToken: (token, days) => Object.assign(cookie, { token, days }),
      removeToken: () => Object.assign(cookie, { token: null, days: null }),
    },
    storage: { local: keyValue(), session: keyValue() },
    outbox: async () => outbox,
    liveClient: () => Promise.reject(new Error('no test expects to send or play here')),
    now: () => Date.now(),
    sockets,
    visited,
    said,
    cookie,
    screen,
  };
}
