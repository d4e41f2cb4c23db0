import type { Middleware, UnknownAction } from 'redux';

export interface SagaBridge {
  readonly middleware: Middleware;
  /** Hands every action on from now, beginning with those that waited. */
  readonly open: (put: (action: UnknownAction) => void) => void;
}

/**
 * Sagas are loaded after the page is usable; a click may come before. Until they run, actions wait here in order, so
 * that nothing a person did is lost.
 */
export function makeSagaBridge(): SagaBridge {
  const waiting: UnknownAction[] = [];
  let hand = (action: UnknownAction): void => void waiting.push(action);
  return {
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
