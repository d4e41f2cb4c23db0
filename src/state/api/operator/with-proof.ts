import type { Api } from '#services/http/api.ts';
import { withProof } from '#services/http/proof.ts';
import {
  type Page,
  pagesByKey as plainPagesByKey,
  pagesByOffset as plainPagesByOffset,
  queryWith as plainQueryWith,
} from '../../query/query-adapter.ts';

/*
 * The query adapters of the desk. Any of its calls may want the second factor again: the dialog for it opens over
 * the page, and the call is repeated, so nothing typed is lost.
 */

const proven =
  <A extends readonly unknown[], T>(service: (...args: A) => Promise<T>) =>
  (...args: A): Promise<T> =>
    withProof(() => service(...args));

export const queryWith = <A, T>(service: (api: Api, arg: A, signal: AbortSignal) => Promise<T>) =>
  plainQueryWith(proven(service));

export const pagesByKey = <Q, P extends Pick<Page<unknown>, 'nextCursor'>>(
  service: (api: Api, query: Q & { cursor: string | undefined }, signal: AbortSignal) => Promise<P>,
) => plainPagesByKey<Q, P>(proven(service));

export const pagesByOffset = <Q, T>(
  service: (api: Api, query: Q & { offset: number }, signal: AbortSignal) => Promise<Page<T>>,
) => plainPagesByOffset<Q, T>(proven(service));
