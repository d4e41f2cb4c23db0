import { configureStore, createDynamicMiddleware } from '@reduxjs/toolkit';
import type { Middleware, Reducer, UnknownAction } from '@reduxjs/toolkit';
import type { PublicSettings } from '#contract/site';
import type { CurrentUser } from '#contract/users';
import { eachAddition } from './additions.ts';
import type { Addition } from './additions.ts';
import { loggedOut, loginSucceeded, sessionChecked } from './auth.ts';
import { makeRootReducer } from './root-reducer.ts';
import { makeSagaBridge } from './saga-bridge.ts';
import { settingsLoaded } from './settings.ts';
import type { World } from './world.ts';

export type { RootState } from './root-reducer.ts';

/** What the server rendered the page with; the browser's store begins with the same, or hydration would not fit. */
export interface Preloaded {
  readonly settings?: PublicSettings | null | undefined;
  /** The account, or null where the server looked and found nobody; left out, it didn't look. */
  readonly user?: CurrentUser | null | undefined;
}

type RootReducer = ReturnType<typeof makeRootReducer>;

/** The state that a page is rendered and hydrated with. */
function preloadedState(reducer: RootReducer, { settings, user }: Preloaded) {
  let state = reducer(undefined, { type: 'preload' });
  if (settings) state = reducer(state, settingsLoaded(settings));
  if (user !== undefined) state = reducer(state, sessionChecked(user));
  return state;
}

/** Another person is at the screen: what was fetched for the one before is none of theirs. */
const personChanged = (action: unknown): boolean => loggedOut.match(action) || loginSucceeded.match(action);

function makeForgetting(additions: ReadonlySet<Addition>): Middleware {
  return ({ dispatch }) => (next) => (action) => {
    const result = next(action);
    if (personChanged(action)) for (const addition of additions) dispatch(addition.reset());
    return result;
  };
}

function makeParts(world: World, preloaded: Preloaded) {
  const reducer = makeRootReducer();
  const added = new Set<Addition>();
  const dynamic = createDynamicMiddleware();
  const bridge = makeSagaBridge();
  const forgetting = makeForgetting(added);
  const takeUp = (addition: Addition): boolean => {
    if (added.has(addition)) return false;
    added.add(addition);
    reducer.inject(addition as { reducerPath: string; reducer: Reducer });
    dynamic.addMiddleware(...(addition.middlewares as Middleware[]));
    return true;
  };
  // The parts announced so far belong to the first state already.
  eachAddition(takeUp)();
  const store = configureStore({
    reducer,
    preloadedState: preloadedState(reducer, preloaded),
    devTools: process.env.NODE_ENV !== 'production',
    middleware: (defaults) => defaults({ thunk: { extraArgument: world } }).concat(dynamic.middleware, forgetting, bridge.middleware),
  });
  return { store, bridge, takeUp };
}

/**
 * The store. On the server it shows its preloaded state and nothing more; in the browser `start()`, once the page is
 * usable, brings the sagas: what was dispatched before has waited for them.
 */
export function makeStore(world: World, preloaded: Preloaded = {}) {
  const { store, bridge, takeUp } = makeParts(world, preloaded);
  const stopWatching = eachAddition((addition) => {
    if (takeUp(addition)) store.dispatch({ type: 'store/added' });
  });
  let running: Promise<() => void> | undefined;
  const run = async () => {
    const { runRootSaga } = await import('./root-saga.ts');
    return runRootSaga({ world, dispatch: store.dispatch, getState: store.getState, open: bridge.open });
  };
  return Object.assign(store, {
    world,
    /** Begins to act on what is dispatched; more than once does nothing more. */
    start: (): Promise<() => void> => (running ??= run()),
    /** Ends sagas and the live connection; for tests and hot reload. */
    stop: async (): Promise<void> => {
      stopWatching();
      (await running)?.();
    },
  });
}

export type AppStore = ReturnType<typeof makeStore>;
export type AppDispatch = AppStore['dispatch'];
export type AppAction = UnknownAction;
