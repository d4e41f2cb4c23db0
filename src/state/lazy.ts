import { createDynamicMiddleware } from '@reduxjs/toolkit';
import type { Middleware, UnknownAction } from 'redux';
import { untilLoaded } from '#lib/device/until-loaded.ts';
import type { runRootSaga } from './root-saga.ts';

/*
 * The one way to be late. A page begins with a small store. The middleware of queries, the sagas, and the slices and
 * sagas of messages and streams join it when something needs them, and find every action that was dispatched before.
 */

const inBrowser = createDynamicMiddleware();
const added: Middleware[] = [];
const stores = new Set<() => void>();

/**
 * Adds middleware when its module loads: to the browser's store at once, and to every store created on a
 * server from then on.
 */
export function addMiddleware(...middleware: readonly Middleware[]): void {
  inBrowser.addMiddleware(...middleware);
  added.push(...middleware);
  for (const refresh of stores) refresh();
}

/**
 * In a browser, calls `refresh` whenever middleware is added, because RTK Query reads its part of the state
 * before its first action creates it, and silently drops a query if it is missing. Returns a function that
 * unsubscribes.
 */
export function onMiddlewareAdded(refresh: () => void): () => void {
  if (typeof window === 'undefined') return () => undefined;
  stores.add(refresh);
  return () => stores.delete(refresh);
}

/**
 * The middleware added by modules so far, for a new store. The dynamic middleware of Redux Toolkit keeps a
 * reference to every store it serves, so it is only used in the browser, where there is one. A server creates
 * a store per page, which must be garbage-collected.
 */
export const lazyMiddleware = (): readonly Middleware[] =>
  typeof window === 'undefined' ? [...added] : [inBrowser.middleware];

type RunRootSaga = typeof runRootSaga;
let loadRootSaga = async (): Promise<RunRootSaga> => (await import('./root-saga.ts')).runRootSaga;

/** Retried until loaded, because without sagas the page would take clicks and do nothing. */
export const rootSaga = (): Promise<RunRootSaga> => untilLoaded(() => loadRootSaga());

/**
 * For a slice that comes with a page, whose sagas import it too. The bundler knows of both for an `import()` next to the
 * slice. For the one above it would repeat the slice in the file of the sagas.
 */
export function loadRootSagaBy(load: () => Promise<RunRootSaga>): void {
  loadRootSaga = load;
}

/** No saga handles RTK Query's internal actions. */
const isOfQueries = ({ type }: UnknownAction): boolean => /^(?:api|__rtkq)\//.test(String(type));

interface Receiver {
  /** What is missing to handle the action. */
  readonly missing: (action: UnknownAction) => { readonly load: () => Promise<void> } | undefined;
  readonly put: (action: UnknownAction) => void;
}
export interface ActionQueue {
  readonly middleware: Middleware;
  /** Calls back once an action that a saga could handle is waiting, now or later. */
  readonly whenNeeded: (call: () => void) => void;
  /** Passes on all waiting actions, then every action. */
  readonly open: (receiver: Receiver) => void;
}

/**
 * Passes actions on to the sagas, in order. Until these run, all wait, so that no click is lost. An action whose
 * part isn't loaded yet waits for it, and so do all later ones.
 */
export function makeActionQueue(): ActionQueue {
  const waiting: UnknownAction[] = [];
  let receiver: Receiver | undefined;
  let needed = (): void => undefined;
  const forward = async ({ missing, put }: Receiver) => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const part = missing(next);
      // Without a missing part an action is passed on at once, within its dispatch.
      if (part) await part.load();
      waiting.shift();
      put(next);
    }
  };
  const add = (action: UnknownAction): void => {
    const isFirst = waiting.push(action) === 1;
    if (receiver && isFirst) void forward(receiver);
    if (!receiver && !isOfQueries(action)) needed();
  };
  return {
    middleware: () => (next) => (action) => {
      const result = next(action);
      add(action as UnknownAction);
      return result;
    },
    whenNeeded: (call) => {
      if (!waiting.every(isOfQueries)) return call();
      needed = call;
    },
    open: (opened) => {
      receiver = opened;
      void forward(opened);
    },
  };
}
