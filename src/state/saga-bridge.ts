import type { Middleware, UnknownAction } from 'redux';

export interface SagaBridge {
  readonly middleware: Middleware;
  /** Calls back once an action that a saga could handle is waiting, now or later. */
  readonly whenNeeded: (call: () => void) => void;
  /** Passes on all waiting actions, and from then on every action directly. */
  readonly open: (put: (action: UnknownAction) => void) => void;
}

/** No saga handles RTK Query's internal actions. */
const isOfQueries = ({ type }: UnknownAction): boolean => /^(?:api|__rtkq)\//.test(String(type));

/**
 * Sagas load after the page is interactive. Actions dispatched before that are queued in order, so that no
 * click is lost.
 */
export function makeSagaBridge(): SagaBridge {
  const waiting: UnknownAction[] = [];
  let needed = (): void => undefined;
  let hand = (action: UnknownAction): void => {
    waiting.push(action);
    if (!isOfQueries(action)) needed();
  };
  return {
    whenNeeded: (call) => {
      if (!waiting.every(isOfQueries)) return call();
      needed = call;
    },
    middleware: () => (next) => (action) => {
      const result = next(action);
      hand(action as UnknownAction);
      return result;
    },
    open: (put) => {
      hand = put;
      waiting.splice(0).forEach(put);
    },
  };
}
