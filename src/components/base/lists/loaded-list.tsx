import type { ReactNode } from 'react';
import { ErrorState } from '#ui/feedback/states.tsx';
import { InfiniteList, type InfiniteListProps } from '#ui/layout/infinite-list.tsx';
import type { InfinitePages } from './infinite-list.ts';

export interface LoadedListProps<Item> extends Pick<
  InfiniteListProps<Item>,
  'label' | 'gap' | 'estimate' | 'skeleton' | 'children'
> {
  readonly list: Pick<InfinitePages<Item>, 'items' | 'hasMore' | 'waiting' | 'loading' | 'more' | 'error'>;
  /** Shown until the first page is there; `skeleton` is that of one more item. */
  readonly firstSkeleton: ReactNode;
  readonly empty: ReactNode;
  /** Heading level of the error that stands in place of the list; defaults to 2. */
  readonly errorLevel?: 2 | 3;
}

const getId = ({ _id }: { readonly _id: string }) => _id;

/** An infinite list in all its states: loading, failed, empty, and with items. */
export function LoadedList<Item extends { readonly _id: string }>({
  list: { items, hasMore, waiting, loading, more, error },
  firstSkeleton,
  empty,
  errorLevel,
  ...list
}: LoadedListProps<Item>) {
  if (waiting) return firstSkeleton;
  if (items.length === 0)
    return error ? <ErrorState level={errorLevel} text={error} onRetry={more} /> : empty;
  return (
    <InfiniteList
      {...list}
      items={items}
      getKey={getId}
      hasMore={hasMore}
      loading={loading}
      onMore={more}
      error={error}
    />
  );
}
