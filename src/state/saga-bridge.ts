import type { Middleware, UnknownAction } from 'redux';

export interface SagaBridge {
  readonly middleware: Middleware;
  /** Calls back as soon as something waits that a saga could act on, if it does so now or later. */
  readonly whenNeeded: (call: () => void) => void;
  /** Hands every action on from now, beginning with those that waited. */
  readonly open: (put: (action: UnknownAction) => void) => void;
}

/** The queries keep their own books; no saga looks into them. */
const isOfQueries = ({ type }: UnknownAction): boolean => /^(?:api|__rtkq)\//.test(String(type));

/**
 * Sagas are loaded after the page is usable; a click may come before. Until they run, actions wait here in
 * order, so that nothing a person did is lost.
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
