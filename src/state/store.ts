import { configureStore } from '@reduxjs/toolkit';
import type { CurrentUser } from '#contract/accounts.ts';
import type { PublicSettings } from '#contract/site.ts';
import { untilLoaded } from '#lib/until-loaded.ts';
import type { SagaDeps } from './deps.ts';
import { lateMiddleware, onMiddlewareAdded } from './late-middleware.ts';
import { rootReducer } from './root-reducer.ts';
import type { RootState } from './root-reducer.ts';
import { makeSagaBridge } from './saga-bridge.ts';
import { sessionChecked } from './session/auth.ts';
import { settingsLoaded } from './session/settings.ts';

export type { RootState } from './root-reducer.ts';

/**
 * What the server rendered the page with; the browser's store begins with the same, or hydration would not
 * fit.
 */
export interface Preloaded {
  readonly settings?: PublicSettings | null | undefined;
  /** The account, or null where the server looked and found nobody; left out, it didn't look. */
  readonly user?: CurrentUser | null | undefined;
  /** Slices by their names, as the server left them when it had loaded the page's first content. */
  readonly slices?: Readonly<Record<string, unknown>> | undefined;
}

function begin({ settings, user, slices }: Preloaded): RootState {
  let state = rootReducer(slices, { type: 'store/begun' });
  if (settings) state = rootReducer(state, settingsLoaded(settings));
  if (user !== undefined) state = rootReducer(state, sessionChecked(user));
  return state;
}

/**
 * Their code comes over the network, which may fail; without them the page would take clicks and do nothing.
 */
const loadSagas = () => untilLoaded(async () => (await import('./root-saga.ts')).runRootSaga);

/**
 * The store. On the server it shows its preloaded state and nothing more; in the browser `start()`, once the
 * page is usable, brings the sagas: what was dispatched before has waited for them.
 */
export function makeStore(deps: SagaDeps, preloaded: Preloaded = {}) {
  const bridge = makeSagaBridge();
  const store = configureStore({
    reducer: rootReducer,
    preloadedState: begin(preloaded),
    // The extension shows whoever opens it everything, and slows every action down: it is for developing.
    devTools: process.env.NODE_ENV !== 'production',
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({
        // Queries reach the outside through the third argument.
        thunk: { extraArgument: deps },
        // Both walk through the whole state with every action of the development build, and complain when a
        // long list makes that slow. State is readonly to the compiler and frozen by Immer; what comes in is
        // JSON of the server.
        immutableCheck: false,
        serializableCheck: false,
      }).concat(...lateMiddleware(), bridge.middleware),
    // What answers bring is drawn in the same tick: the next frame, the toolkit's own choice, never comes to
    // a hidden tab.
    enhancers: (getDefaultEnhancers) => getDefaultEnhancers({ autoBatch: { type: 'tick' } }),
  });
  // Gives the store what slices were injected meanwhile, past every middleware: for them nothing has
  // happened.
  const stopListening = onMiddlewareAdded(() => store.replaceReducer(rootReducer));
  let running: Promise<() => void> | undefined;
  const run = async () => {
    const runSagas = await loadSagas();
    return runSagas({ deps, dispatch: store.dispatch, getState: store.getState, open: bridge.open });
  };
  return {
    ...store,
    deps,
    /** Begins to act on what is dispatched; more than once does nothing more. */
    start: (): Promise<() => void> => (running ??= run()),
    /** The same, but not before something is dispatched: for visitors, most of whom only read. */
    startWhenNeeded: (): void => bridge.whenNeeded(() => void (running ??= run())),
    /** Ends sagas and the live connection; for tests and hot reload. */
    stop: async (): Promise<void> => {
      stopListening();
      (await running)?.();
    },
  };
}

export type AppStore = ReturnType<typeof makeStore>;
export type AppDispatch = AppStore['dispatch'];
