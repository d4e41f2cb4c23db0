import { applyMiddleware, combineReducers, compose, legacy_createStore as createStore } from 'redux';
import type { Middleware, Store } from 'redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { PublicSettings } from '#contract/site.ts';
import type { CurrentUser } from '#contract/accounts.ts';
import { untilLoaded } from '#lib/until-loaded.ts';
import { accessNews } from './live/access-updates.ts';
import { eachAddition } from './late-reducers.ts';
import type { Addition } from './late-reducers.ts';
import { auth, loggedOut, loginSucceeded, sessionChecked } from './session/auth.ts';
import { connection } from './live/connection.ts';
import type { RootState } from './root-state.ts';
import { makeSagaBridge } from './saga-bridge.ts';
import { settings, settingsLoaded } from './session/settings.ts';
import type { AnyReducer, Reducer } from './slice.ts';
import { ui } from './session/ui.ts';
import { unread } from './messages/unread.ts';
import { user } from './session/user.ts';
import type { SagaDeps } from './deps.ts';

export type { RootState } from './root-state.ts';

/** What the server rendered the page with; the browser's store begins with the same, or hydration would not fit. */
export interface Preloaded {
  readonly settings?: PublicSettings | null | undefined;
  /** The account, or null where the server looked and found nobody; left out, it didn't look. */
  readonly user?: CurrentUser | null | undefined;
  /** Slices by their names, as the server left them when it had loaded the page's first content. */
  readonly slices?: Readonly<Record<string, unknown>> | undefined;
}

type Reducers = Record<string, AnyReducer>;
const firstReducers: Reducers = Object.fromEntries(
  [auth, user, settings, ui, connection, unread, accessNews].map((slice) => [
    slice.reducerPath,
    slice.reducer,
  ]),
);
const combined = (reducers: Reducers) => combineReducers(reducers as never) as unknown as Reducer<RootState>;

/** Another person is at the screen: what was fetched for the one before is none of theirs. */
const personChanged = (action: unknown): boolean => loggedOut.match(action) || loginSucceeded.match(action);

/** Queries are begun by thunks; they reach the world through the third argument. */
const thunks =
  (deps: SagaDeps): Middleware =>
  ({ dispatch, getState }) =>
  (next) =>
  (action) =>
    typeof action === 'function'
      ? (action as (...values: unknown[]) => unknown)(dispatch, getState, deps)
      : next(action);

/** What each part brings along, the later part around the earlier, and forgetting for all of them. */
const partsMiddleware =
  (parts: ReadonlySet<Addition>): Middleware =>
  (api) =>
  (next) => {
    const taken = new Set<Addition>();
    let handle = next;
    return (action) => {
      for (const part of parts) {
        if (taken.has(part)) continue;
        taken.add(part);
        handle = (part.middlewares ?? []).reduceRight((inner, each) => each(api)(inner), handle);
      }
      const result = handle(action);
      if (personChanged(action)) for (const part of parts) if (part.reset) api.dispatch(part.reset());
      return result;
    };
  };

/** The browser extension that shows the state, while developing. */
const withTools =
  (process.env.NODE_ENV !== 'production' &&
    (globalThis as { __REDUX_DEVTOOLS_EXTENSION_COMPOSE__?: typeof compose })
      .__REDUX_DEVTOOLS_EXTENSION_COMPOSE__) ||
  compose;

function begin(reducer: Reducer<RootState>, preloaded: Preloaded): RootState {
  let state = reducer(preloaded.slices as RootState | undefined, { type: 'store/begun' });
  if (preloaded.settings) state = reducer(state, settingsLoaded(preloaded.settings));
  if (preloaded.user !== undefined) state = reducer(state, sessionChecked(preloaded.user));
  return state;
}

/** Their code comes over the network, which may fail; without them the page would take clicks and do nothing. */
const loadSagas = () => untilLoaded(async () => (await import('./root-saga.ts')).runRootSaga);

/**
 * The store. On the server it shows its preloaded state and nothing more; in the browser `start()`, once the page is
 * usable, brings the sagas: what was dispatched before has waited for them.
 */
export function makeStore(deps: SagaDeps, preloaded: Preloaded = {}) {
  const reducers = { ...firstReducers };
  const parts = new Set<Addition>();
  const bridge = makeSagaBridge();
  const takeUp = (part: Addition) => {
    parts.add(part);
    reducers[part.reducerPath] = part.reducer;
  };
  // Those announced so far belong to the first state already.
  eachAddition(takeUp)();
  const reducer = combined(reducers);
  const store = createStore(
    reducer as never,
    begin(reducer, preloaded) as never,
    withTools(applyMiddleware(thunks(deps), partsMiddleware(parts), bridge.middleware)),
  ) as unknown as Store<RootState, UnknownAction>;
  const stopWatching = eachAddition((part) => {
    if (parts.has(part)) return;
    takeUp(part);
    store.replaceReducer(combined(reducers));
  });
  let running: Promise<() => void> | undefined;
  const run = async () => {
    const runSagas = await loadSagas();
    return runSagas({ deps, dispatch: store.dispatch, getState: store.getState, open: bridge.open });
  };
  return {
    ...store,
    dispatch: store.dispatch as ThunkDispatch<RootState, SagaDeps, UnknownAction>,
    deps,
    /** Begins to act on what is dispatched; more than once does nothing more. */
    start: (): Promise<() => void> => (running ??= run()),
    /** The same, but not before something is dispatched: for visitors, most of whom only read. */
    startWhenNeeded: (): void => bridge.whenNeeded(() => void (running ??= run())),
    /** Ends sagas and the live connection; for tests and hot reload. */
    stop: async (): Promise<void> => {
      stopWatching();
      (await running)?.();
    },
  };
}

export type AppStore = ReturnType<typeof makeStore>;
export type AppDispatch = AppStore['dispatch'];
