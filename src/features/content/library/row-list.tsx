import type { ReactNode } from 'react';
import type { InfinitePages } from '#components/base/lists/infinite-list.ts';
import { LoadedList } from '#components/base/lists/loaded-list.tsx';
import { MediaItemRowSkeleton } from '#components/content/media-items/media-row.tsx';

export interface RowListProps<Item> {
  readonly list: InfinitePages<Item>;
  /** Accessible name of the list. */
  readonly label: string;
  readonly loadingLabel: string;
  readonly empty: ReactNode;
  readonly children: (item: Item) => ReactNode;
}

/** An infinite list of `MediaRow`s. */
export const RowList = <Item extends { readonly _id: string }>({
  loadingLabel,
  ...rest
}: RowListProps<Item>) => (
  <LoadedList
    {...rest}
    firstSkeleton={<MediaItemRowSkeleton label={loadingLabel} />}
    skeleton={<MediaItemRowSkeleton count={1} label="Loading more" />}
    gap={0}
    estimate={97}
  />
);
