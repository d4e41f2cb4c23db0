import { createSlice } from '@reduxjs/toolkit';
import type { WithSlice } from '@reduxjs/toolkit';
import type { Middleware } from 'redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createElement } from 'react';
import type { FunctionComponent, PropsWithChildren } from 'react';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { addMiddleware } from '#state/lazy.ts';
import { conversationsLoaded } from '#state/messages/conversation.ts';
import { rootReducer } from '#state/root-reducer.ts';
import type { RootState } from '#state/root-reducer.ts';
import { selectAuth, sessionChecked } from '#state/session/auth.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectConnection } from '#state/live/connection.ts';
import { serverDeps } from '#state/server-deps.ts';
import { selectSettings } from '#state/session/settings.ts';
import { makeStore } from '#state/store.ts';
import type { AppStore, Preloaded } from '#state/store.ts';
import { selectUi } from '#state/session/ui.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { startStore } from './setup/fake-deps.ts';
import { makeFakeDeps } from './setup/make-fake-deps.ts';
import { aUser } from '../setup/factories/accounts.ts';
import { aConversation } from '../setup/factories/messages.ts';
import { someSettings } from '../setup/factories/site.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('starts with what the server rendered the page with', () => {
  const state = makeStore(serverDeps, { settings: someSettings(), user: aUser() }).getState();
  expect([selectSettings(state).siteName, selectUi(state).siteName, selectCurrentUser(state)?.name]).toEqual([
    'Stage',
    'Stage',
    'Mia',
  ]);
  expect(selectAuth(state)).toMatchObject({ checked: true, loggedIn: true });
});

it.each([
  [null, true],
  [undefined, false],
])('account %s: checked is %s', (user, checked) =>
  expect(selectAuth(makeStore(serverDeps, { user }).getState())).toMatchObject({ checked, loggedIn: false }),
);

it('starts in the browser with exactly the state that the server left', () => {
  const preloaded = { settings: someSettings(), user: aUser({ totalNotSeenMessages: 3 }) };
  const server = makeStore(serverDeps, preloaded);
  const page = { data: [aConversation('c2'), aConversation('c1')], total: 2, isMore: false };
  server.dispatch(conversationsLoaded({ page, place: 'instead' }));
  const { conversation } = server.getState();
  const sent = JSON.parse(JSON.stringify({ ...preloaded, slices: { conversation } })) as Preloaded;
  expect(makeStore(makeFakeDeps({}), sent).getState()).toEqual(server.getState());
});

it('renders the same on the server and at hydration', () => {
  const View = () =>
    createElement(
      'p',
      null,
      useAppSelector(selectUi).siteName,
      useAppSelector(selectCurrentUser)?.name,
      String(useAppSelector(selectConnection)),
    );
  // `Provider`'s own type requires `children` as a prop.
  const Page = Provider as unknown as FunctionComponent<PropsWithChildren<{ store: AppStore }>>;
  const preloaded = { settings: someSettings(), user: aUser() };
  // Saved settings, the token and the connection only come in after hydration, with the sagas.
  localStorage.setItem('ui', JSON.stringify({ siteName: 'Kept', menus: [] }));
  const html = () =>
    renderToString(
      createElement(
        Page,
        { store: makeStore(serverDeps, JSON.parse(JSON.stringify(preloaded))) },
        createElement(View),
      ),
    );
  expect(html()).toBe(html());
  expect(html()).toContain('Stage');
});

it('on the server does nothing by itself', async () => {
  const store = makeStore(serverDeps);
  store.dispatch({ type: 'auth/sessionCheckRequested', payload: { from: 'page' } });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(selectAuth(store.getState()).checked).toBe(false);
});

it('starts once, however often it is called', async () => {
  const { store, deps } = await startStore({ preloaded: { user: aUser() } });
  await Promise.all([store.start(), store.start()]);
  expect(deps.sockets).toHaveLength(1);
});

it('accepts a slice and a middleware that load later', async () => {
  const { store, state } = await startStore();
  const later = createSlice({
    name: 'later',
    initialState: { count: 0 },
    reducers: {
      counted: (counter) => {
        counter.count += 1;
      },
    },
    selectors: { selectCount: (counter) => counter.count },
  });
  const seen: unknown[] = [];
  const { selectCount } = later.injectInto(rootReducer).selectors;
  addMiddleware(() => (next) => (action) => {
    seen.push(action);
    return next(action);
  });
  const count = () => selectCount(state() as RootState & Partial<WithSlice<typeof later>>);
  // Immediately, because a query reads its part of the state before its first action.
  expect(state()).toMatchObject({ later: { count: 0 } });
  expect([count(), seen]).toEqual([0, []]);
  store.dispatch(later.actions.counted());
  expect([count(), seen]).toEqual([1, [later.actions.counted()]]);
  expect(makeStore(serverDeps).getState()).toMatchObject({ later: { count: 0 } });
});

it("a server's store has the middleware that existed when it was created, and can be garbage-collected", () => {
  vi.stubGlobal('window', undefined);
  const seen: string[] = [];
  const noting =
    (name: string): Middleware =>
    () =>
    (next) =>
    (action) => {
      seen.push(name);
      return next(action);
    };
  addMiddleware(noting('before'));
  const store = makeStore(serverDeps);
  addMiddleware(noting('after'));
  store.dispatch(sessionChecked(null));
  vi.unstubAllGlobals();
  expect(seen).toEqual(['before']);
});

it('reports an internal error and continues', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const { dispatch, deps } = await startStore({
    before: (each) =>
      Object.assign(each, {
        here: () => {
          throw new Error('broken');
        },
      }),
  });
  dispatch({ type: 'auth/sessionRefused' });
  await vi.advanceTimersByTimeAsync(0);
  expect(reported).toHaveBeenCalledTimes(1);
  Object.assign(deps, { here: () => '/home' });
  dispatch({ type: 'auth/sessionRefused' });
  await vi.advanceTimersByTimeAsync(0);
  expect(deps.visited).toEqual(['/auth/login']);
  vi.unstubAllGlobals();
});
