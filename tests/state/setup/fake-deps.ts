import { vi } from 'vitest';
import type { CurrentUser } from '#contract/people/accounts.ts';
import { messages, streams } from '#state/lazy.ts';
import { sessionRefused } from '#state/session/auth.ts';
import { makeStore } from '#state/store.ts';
import type { Preloaded } from '#state/store.ts';
import type { KeyValue, SagaDeps } from '#state/deps.ts';
import { fakeApi } from './fake-api.ts';
import type { Replies, FakeApi } from './fake-api.ts';
import { fakeOutbox } from './fake-outbox.ts';
import { FakeSocket } from './fake-socket.ts';

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

/** Fake dependencies. `startStore` creates them together with a store and running sagas. */
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

export interface Started {
  readonly answers?: Replies;
  readonly preloaded?: Preloaded;
  /** The token cookie that the browser already has. */
  readonly token?: string;
  readonly path?: string;
  /** Changes the dependencies before the sagas run. */
  readonly before?: (deps: FakeDeps) => void;
}

/** Lets everything that is due happen: responses, sagas, the live connection. */
export const settle = async (milliseconds = 0): Promise<void> =>
  void (await vi.advanceTimersByTimeAsync(milliseconds));

/** The real store and sagas with fake dependencies. Needs fake timers. */
export async function startStore({ answers = {}, preloaded, token, path, before }: Started = {}) {
  const deps = makeFakeDeps(answers, () => store.dispatch(sessionRefused()));
  if (token !== undefined) deps.cookie.token = token;
  if (path !== undefined) deps.screen.path = path;
  const store = makeStore(deps, preloaded);
  before?.(deps);
  // A browser loads these on demand, which no test of a slice should have to wait for.
  await Promise.all([messages.load(), streams.load()]);
  await store.start();
  await settle();
  return {
    store,
    deps,
    dispatch: store.dispatch,
    state: store.getState,
    socket: () => deps.sockets.at(-1)!.socket,
  };
}

/** Logged in and connected from the start, after the first catch-up. */
export async function startLoggedIn(user: CurrentUser, started: Started = {}) {
  const running = await startStore({ token: 'tok-1', ...started, preloaded: { user, ...started.preloaded } });
  running.socket().fire('connect');
  await settle();
  return running;
}
