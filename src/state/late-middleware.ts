import { createDynamicMiddleware } from '@reduxjs/toolkit';
import type { Middleware } from 'redux';

const inBrowser = createDynamicMiddleware();
const soFar: Middleware[] = [];
const stores = new Set<() => void>();

/**
 * Adds a middleware as its module loads: to the browser's store at once, to every store that a server makes
 * from then on.
 */
export function addMiddleware(...added: readonly Middleware[]): void {
  inBrowser.addMiddleware(...added);
  soFar.push(...added);
  for (const takeUp of stores) takeUp();
}

/**
 * Calls `takeUp` whenever a middleware is added, in a browser. The queries read their part of the state
 * before their first action gives it to a store, and one that is asked without it is given up without a word.
 * Gives a function that ends it.
 */
export function onMiddlewareAdded(takeUp: () => void): () => void {
  if (typeof window === 'undefined') return () => undefined;
  stores.add(takeUp);
  return () => stores.delete(takeUp);
}

/**
 * For a new store, what modules have added. The toolkit's dynamic middleware holds on to every store that it
 * has served: a browser has one, a server one a page, which has to go with the page.
 */
export const lateMiddleware = (): readonly Middleware[] =>
  typeof window === 'undefined' ? [...soFar] : [inBrowser.middleware];
