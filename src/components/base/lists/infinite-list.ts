import { problemMessage } from '#lib/problem.ts';
import { type Page, latestTotal, uniqueItems } from '#state/query/pages.ts';

/** The part of an RTK Query infinite query that a list needs. */
interface InfiniteListQuery<T> {
  readonly currentData?: { readonly pages: readonly Page<T>[] } | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

/** An infinite query in the terms that list components use. */
export interface InfinitePages<T> {
  /** The current query has a response. */
  readonly known: boolean;
  readonly items: readonly T[];
  readonly total: number;
  readonly hasMore: boolean;
  /** The first page is loading. False during a background refetch. */
  readonly waiting: boolean;
  /** A further page is loading. */
  readonly loading: boolean;
  readonly error: string | null;
  /** Loads the next page, or retries the first one if it failed. */
  readonly more: () => void;
}

export const toInfinitePages = <T extends { readonly _id: string }>(
  query: InfiniteListQuery<T>,
): InfinitePages<T> => {
  const { currentData, error, isFetching } = query;
  return {
    known: currentData !== undefined,
    items: uniqueItems(currentData),
    total: latestTotal(currentData),
    hasMore: query.hasNextPage,
    waiting: isFetching && !currentData,
    loading: query.isFetchingNextPage,
    error: error && !isFetching ? problemMessage(error) : null,
    more: () => void (currentData ? query.fetchNextPage() : query.refetch()),
  };
};
