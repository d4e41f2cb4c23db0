import type { ReactNode } from 'react';
import type { InfinitePages } from '#components/lists/infinite-list.ts';
import { MediaItemRowSkeleton } from '#components/media-items/media-row.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';

export interface RowListProps<Item> {
  readonly list: InfinitePages<Item>;
  /** Accessible name of the list. */
  readonly label: string;
  readonly loadingLabel: string;
  readonly empty: ReactNode;
  readonly children: (item: Item) => ReactNode;
}

const idOf = ({ _id }: { readonly _id: string }) => _id;

/** An infinite list of `MediaRow`s. */
export function RowList<Item extends { readonly _id: string }>({
  list: { items, hasMore, waiting, loading, error, more },
  label,
  loadingLabel,
  empty,
  children,
}: RowListProps<Item>) {
  if (waiting) return <MediaItemRowSkeleton label={loadingLabel} />;
  if (items.length === 0) return error ? <ErrorState text={error} onRetry={more} /> : empty;
  return (
    <InfiniteList
      items={items}
      keyOf={idOf}
      hasMore={hasMore}
      loading={loading}
      onMore={more}
      error={error}
      skeleton={<MediaItemRowSkeleton count={1} label="Loading more" />}
      gap={0}
      estimate={97}
      label={label}
    >
      {children}
    </InfiniteList>
  );
}
