import { configureStore } from '@reduxjs/toolkit';
import type { CurrentUser } from '#contract/people/accounts.ts';
import type { PublicSettings } from '#contract/base/site.ts';
import type { SagaDeps } from './deps.ts';
import { lazyMiddleware, makeActionQueue, onMiddlewareAdded, rootSaga } from './lazy.ts';
import { rootReducer } from './root-reducer.ts';
import type { RootState } from './root-reducer.ts';
import { sessionChecked } from './session/auth.ts';
import { settingsLoaded } from './session/settings.ts';

export type { RootState } from './root-reducer.ts';

/**
 * The state that the server rendered the page with. The browser's store starts with the same, so that
 * hydration matches.
 */
export interface Preloaded {
  readonly settings?: PublicSettings | null | undefined;
  /** The account, or null if the server found none; absent if it didn't check. */
  readonly user?: CurrentUser | null | undefined;
  /** State by slice name, after the server has loaded the page's data. */
  readonly slices?: Readonly<Record<string, unknown>> | undefined;
}

function begin({ settings, user, slices }: Preloaded): RootState {
  let state = rootReducer(slices, { type: 'store/begun' });
  if (settings) state = rootReducer(state, settingsLoaded(settings));
  if (user !== undefined) state = rootReducer(state, sessionChecked(user));
  return state;
}

/**
 * Creates a store. On the server it only shows its preloaded state. In the browser, `start()` loads the sagas
 * once the page is interactive; actions dispatched before wait for them.
 */
export function makeStore(deps: SagaDeps, preloaded: Preloaded = {}) {
  const queue = makeActionQueue();
  const store = configureStore({
    reducer: rootReducer,
    preloadedState: begin(preloaded),
    // The Redux extension exposes everything and slows every action down, so it is for development only.
    devTools: process.env.NODE_ENV !== 'production',
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({
        // Queries access the dependencies through the thunk's extra argument.
        thunk: { extraArgument: deps },
        // Both checks traverse the whole state on every action in development and warn when long lists make
        // that slow. They aren't needed: state is readonly in TypeScript and frozen by Immer, and server data
        // is JSON.
        immutableCheck: false,
        serializableCheck: false,
      }).concat(...lazyMiddleware(), queue.middleware),
    // Renders query results in the same tick. The default, the next animation frame, never comes in a hidden
    // tab.
    enhancers: (getDefaultEnhancers) => getDefaultEnhancers({ autoBatch: { type: 'tick' } }),
  });
  // Adds slices injected since to the state without dispatching an action through the middleware.
  const stopListening = onMiddlewareAdded(() => store.replaceReducer(rootReducer));
  let running: Promise<() => void> | undefined;
  const run = async () => {
    const runSagas = await rootSaga();
    return runSagas({ deps, dispatch: store.dispatch, getState: store.getState, open: queue.open });
  };
  return {
    ...store,
    deps,
    /** Starts the sagas. Further calls have no effect. */
    start: (): Promise<() => void> => (running ??= run()),
    /** Like `start`, but only once an action needs it, because most visitors just read. */
    startWhenNeeded: (): void => queue.whenNeeded(() => void (running ??= run())),
    /** Stops sagas and the live connection, for tests and hot reload. */
    stop: async (): Promise<void> => {
      stopListening();
      (await running)?.();
    },
  };
}

export type AppStore = ReturnType<typeof makeStore>;
export type AppDispatch = AppStore['dispatch'];
