import { createDynamicMiddleware } from '@reduxjs/toolkit';
import type { Middleware, UnknownAction } from 'redux';
import { untilLoaded } from '#lib/device/until-loaded.ts';
import type { SagaDeps } from './deps.ts';
import type { Saga } from './effects.ts';
import { connectionRestored } from './live/connection.ts';

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

export type FeatureSaga = (deps: SagaDeps) => Saga;

/** Slices and sagas that most pages never need, loaded when the first action arrives that they handle. */
export interface LazyPart {
  readonly handles: (action: UnknownAction, state: object) => boolean;
  readonly isLoaded: () => boolean;
  readonly load: () => Promise<void>;
  /** Resolves once the part is loaded, whoever caused it. */
  readonly sagas: Promise<readonly FeatureSaga[]>;
}

function lazyPart(handles: LazyPart['handles'], load: () => Promise<readonly FeatureSaga[]>): LazyPart {
  let loaded = false;
  let loading: Promise<void> | undefined;
  const { promise: sagas, resolve } = Promise.withResolvers<readonly FeatureSaga[]>();
  const loadOnce = async () => {
    resolve(await untilLoaded(load));
    loaded = true;
  };
  return { handles, isLoaded: () => loaded, load: () => (loading ??= loadOnce()), sagas };
}

const isStreamAction = ({ type }: UnknownAction): boolean =>
  /^(?:live\/(?:private-)?stream|streamMessage|stream|privateStream)\//.test(type);
const isMessageAction = ({ type }: UnknownAction): boolean =>
  /^(?:live\/)?(?:message|conversation)\//.test(type);
/**
 * Every page counts the unread messages again after a reconnect. A page that shows conversations also catches up
 * on its first connection.
 */
const catchesUp = (action: UnknownAction, state: object): boolean =>
  connectionRestored.match(action) && (!action.payload.first || 'conversation' in state);

/** Also runs for visitors. */
export const streams = lazyPart(
  isStreamAction,
  async () => (await import('./streams/stream-sagas.ts')).streamSagas,
);
/** Runs while a person is logged in. */
export const messages = lazyPart(
  (action, state) => isMessageAction(action) || catchesUp(action, state),
  async () => (await import('./messages/messages-sagas.ts')).messagesSagas,
);

/**
 * The part that handles this action and isn't loaded yet. A server event needs it before it is dispatched, since
 * the slice that it fills must exist by then.
 */
export const missingPart = (action: UnknownAction, state: object = {}): LazyPart | undefined =>
  [streams, messages].find((part) => !part.isLoaded() && part.handles(action, state));

/** No saga handles RTK Query's internal actions. */
const isOfQueries = ({ type }: UnknownAction): boolean => /^(?:api|__rtkq)\//.test(String(type));

interface Receiver {
  readonly getState: () => unknown;
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
  const forward = async ({ getState, put }: Receiver) => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const part = missingPart(next, getState() as object);
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
