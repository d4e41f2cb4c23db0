import type { Middleware, Reducer, UnknownAction } from '@reduxjs/toolkit';

/** A part of the store that comes with the pages using it, not with the first load. */
export interface Addition {
  readonly reducerPath: string;
  readonly reducer: Reducer;
  readonly middlewares: readonly Middleware[];
  /** Forgets everything: another account is at the screen. */
  readonly reset: () => UnknownAction;
}

const additions = new Set<Addition>();
const watchers = new Set<(addition: Addition) => void>();

/** Announces a part as its module loads. A store made later has it from the start, the browser's takes it up at once. */
export function addToStore(addition: Addition): void {
  additions.add(addition);
  for (const watcher of watchers) watcher(addition);
}

/** Hands over every part announced so far; in a browser, where there is one store, the later ones too. Gives a function that ends it. */
export function eachAddition(watcher: (addition: Addition) => void): () => void {
  additions.forEach(watcher);
  if (typeof window === 'undefined') return () => undefined;
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
