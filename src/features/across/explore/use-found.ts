import { useState } from 'react';
import type { InfinitePages } from '#components/base/lists/infinite-list.ts';
import { useAwake } from '#components/base/lists/use-awake.ts';
import type { CategoryParams } from './category-params.ts';
import type { Found } from './live-category.ts';

interface First<T> {
  readonly data: readonly T[];
  readonly hasMore: boolean;
}

/** A list as the server rendered it, until the query has loaded. */
export function useFound<T>(params: CategoryParams, first: First<T> | undefined) {
  const { isAwake, wake } = useAwake(first !== undefined);
  const [found, setFound] = useState<Found<T> | null>(null);
  const early: Omit<InfinitePages<T>, 'known' | 'total'> = {
    items: first?.data ?? [],
    hasMore: first?.hasMore ?? false,
    waiting: first === undefined,
    loading: false,
    error: null,
    more: wake,
  };
  const isCurrent = found?.params.category === params.category && found.params.sort === params.sort;
  return { isAwake, list: found && isCurrent ? found : early, setFound };
}
