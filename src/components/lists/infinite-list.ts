import { problemMessage } from '#lib/problem.ts';
import { type Page, itemsOf, totalOf } from '#state/query/query-adapter.ts';

/** What an infinite query of the state gives, as far as a list of it cares. */
interface InfiniteListQuery<T> {
  readonly currentData?: { readonly pages: readonly Page<T>[] } | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

/** An endless list in the words of the screens. */
export interface InfinitePages<T> {
  /** The answer to what is asked now has come. */
  readonly known: boolean;
  readonly items: readonly T[];
  readonly total: number;
  readonly hasMore: boolean;
  /** The first page is on its way. What is only looked at again isn't waited for. */
  readonly waiting: boolean;
  /** A further page is on its way. */
  readonly loading: boolean;
  readonly error: string | null;
  /** The next page; the first one again where that didn't come. */
  readonly more: () => void;
}

export const infiniteListOf = <T extends { readonly _id: string }>(
  query: InfiniteListQuery<T>,
): InfinitePages<T> => {
  const { currentData, error, isFetching } = query;
  return {
    known: currentData !== undefined,
    items: itemsOf(currentData),
    total: totalOf(currentData),
    hasMore: query.hasNextPage,
    waiting: isFetching && !currentData,
    loading: query.isFetchingNextPage,
    error: error && !isFetching ? problemMessage(error) : null,
    more: () => void (currentData ? query.fetchNextPage() : query.refetch()),
  };
};
