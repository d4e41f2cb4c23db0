import { createDynamicMiddleware } from '@reduxjs/toolkit';
import type { Middleware } from 'redux';

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
