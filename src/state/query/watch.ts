import type { ReplyOf, RouteName } from '#contract/core/registry.ts';
import { problemCode } from '#lib/problem.ts';
import type { Input, List, ListInput, Read } from '#services/http/endpoints.ts';
import type { AppStore } from '../store.ts';
import { inject } from './inject.ts';

/** Ends a watch. */
export type Watch = () => void;
/** What is known of a read. */
export interface Seen<Data> {
  readonly currentData: Data | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}
export interface Pages<Page> {
  readonly pages: readonly Page[];
}
/** What is known of a list, as an infinite query tells it. */
export interface Listed<Page> extends Seen<Pages<Page>> {
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

interface Entry {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly status: string;
  readonly direction?: string;
  readonly hasNextPage?: boolean;
}
interface Running {
  readonly refetch: () => unknown;
  readonly unsubscribe: () => void;
}
interface Askable {
  readonly initiate: (input: object, options?: object) => never;
  readonly select: (input: object) => (state: never) => Entry;
}

function watch(
  store: AppStore,
  { endpoint, input }: { readonly endpoint: unknown; readonly input: object },
  show: (entry: Entry, running: Running, more: () => unknown) => void,
): Watch {
  const { initiate, select } = endpoint as Askable;
  const ask = () => store.dispatch(initiate(input)) as Running;
  let running = ask();
  const more = () => store.dispatch(initiate(input, { subscribe: false, direction: 'forward' }));
  const entryIn = select(input);
  let isOver = false;
  /** Somebody else is logged in, or nobody: what was known is forgotten, and asked again for them. */
  const askAgain = () => {
    if (isOver) return;
    running.unsubscribe();
    running = ask();
  };
  let last: Entry | undefined;
  const look = () => {
    const entry = entryIn(store.getState() as never);
    if (entry === last) return;
    last = entry;
    if (entry.status === 'uninitialized') void Promise.resolve().then(askAgain);
    else show(entry, running, more);
  };
  const stop = store.subscribe(look);
  look();
  return () => {
    isOver = true;
    stop();
    running.unsubscribe();
  };
}

/** Asks a read and shows what is known of it, now and after every change, until the watch ends. */
export const watchRead = <R extends RouteName>(
  store: AppStore,
  { endpoint, input }: { readonly endpoint: Read<R>; readonly input: Input<R> },
  show: (seen: Seen<ReplyOf<R>>) => void,
): Watch => {
  let problem: unknown;
  return watch(store, { endpoint: inject(endpoint), input }, ({ data, error, status }, { refetch }) => {
    // What the server says isn't there stays so until there is an answer: asking again may just fail.
    const isGone = error !== undefined && problemCode(problem) === 'not_found';
    if (!isGone) problem = error;
    const isFetching = status === 'pending';
    show({ currentData: data as ReplyOf<R> | undefined, error: problem, isFetching, refetch });
  });
};

/** Like `watchRead`, for a list. */
export const watchList = <R extends RouteName>(
  store: AppStore,
  { endpoint, input }: { readonly endpoint: List<R>; readonly input: ListInput<R> },
  show: (listed: Listed<ReplyOf<R>>) => void,
): Watch =>
  watch(store, { endpoint: inject(endpoint), input }, (entry, { refetch }, fetchNextPage) => {
    const isFetching = entry.status === 'pending';
    show({
      currentData: entry.data as Pages<ReplyOf<R>> | undefined,
      error: entry.error,
      isFetching,
      isFetchingNextPage: isFetching && entry.direction === 'forward',
      hasNextPage: entry.hasNextPage ?? false,
      fetchNextPage,
      refetch,
    });
  });
