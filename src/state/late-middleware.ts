import { createDynamicMiddleware } from '@reduxjs/toolkit';
import type { Middleware } from 'redux';

const inBrowser = createDynamicMiddleware();
const soFar: Middleware[] = [];

/** Adds a middleware as its module loads: to the browser's store at once, to every store that a server makes from then on. */
export function addMiddleware(...added: readonly Middleware[]): void {
  inBrowser.addMiddleware(...added);
  soFar.push(...added);
}

/**
 * For a new store, what modules have added. The toolkit's dynamic middleware holds on to every store that it has served: a
 * browser has one, a server one a page, which has to go with the page.
 */
export const lateMiddleware = (): readonly Middleware[] =>
  typeof window === 'undefined' ? [...soFar] : [inBrowser.middleware];
