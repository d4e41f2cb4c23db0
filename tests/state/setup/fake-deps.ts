import { vi } from 'vitest';
import type { CurrentUser } from '#contract/people/accounts.ts';
import { messages, streams } from '#state/lazy-parts.ts';
import { sessionRefused } from '#state/session/auth.ts';
import { makeStore } from '#state/store.ts';
import type { Preloaded } from '#state/store.ts';
import type { Replies } from './fake-api.ts';
import { makeFakeDeps } from './make-fake-deps.ts';
import type { FakeDeps } from './make-fake-deps.ts';

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
