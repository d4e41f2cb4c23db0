import type { Middleware } from 'redux';
import type { AnyReducer } from './slice.ts';

/** A part of the store that comes with whoever uses it, not with the first load. */
export interface Addition {
  readonly reducerPath: string;
  readonly reducer: AnyReducer;
  readonly middlewares?: readonly Middleware[];
  /** Forgets everything that was fetched: another account is at the screen. */
  readonly reset?: () => { readonly type: string };
}

const additions = new Set<Addition>();
const watchers = new Set<(addition: Addition) => void>();

/** Announces a part as its module loads. A store made later has it from the start, the browser's takes it up at once. */
export function addToStore<A extends Addition>(addition: A): A {
  additions.add(addition);
  for (const watcher of watchers) watcher(addition);
  return addition;
}

/** Hands over every part announced so far; in a browser, where there is one store, the later ones too. Gives a function that ends it. */
export function eachAddition(watcher: (addition: Addition) => void): () => void {
  additions.forEach(watcher);
  if (typeof window === 'undefined') return () => undefined;
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
