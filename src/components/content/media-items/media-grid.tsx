import type { ReactNode } from 'react';
import { Card } from '#ui/layout/card.tsx';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import type { InfinitePages } from '../../base/lists/infinite-list.ts';
import { MediaItemCards } from './media-card.tsx';
import styles from './media-card.module.css';

export const MediaItemSkeleton = ({
  label,
  ratio,
  count = 6,
}: {
  label: string;
  ratio: number;
  count?: number | undefined;
}) => (
  <Skeleton label={label}>
    <div className={styles.grid}>
      {Array.from({ length: count }, (_, at) => (
        <Card key={at} padding="none" className={styles.card}>
          <SkeletonBlock ratio={ratio} width="100%" />
          <div className={styles.body}>
            <SkeletonText lines={2} />
          </div>
        </Card>
      ))}
    </div>
  </Skeleton>
);

/** A multiple of every possible column count, so that only the last row can have gaps. */
const rowSize = 6;
const splitIntoRows = <MediaItem,>(mediaItems: readonly MediaItem[]): MediaItem[][] =>
  Array.from({ length: Math.ceil(mediaItems.length / rowSize) }, (_, at) =>
    mediaItems.slice(at * rowSize, (at + 1) * rowSize),
  );
const getRowKey = (row: readonly { readonly _id: string }[]) => row[0]?._id ?? '';

export type MediaItemPages<MediaItem> = Pick<
  InfinitePages<MediaItem>,
  'items' | 'hasMore' | 'loading' | 'more' | 'error'
>;
interface MediaCardGridProps<MediaItem> {
  readonly list: MediaItemPages<MediaItem>;
  readonly label: string;
  readonly skeleton: ReactNode;
  readonly children: (item: MediaItem) => ReactNode;
}

/** Items in a grid, loaded page by page. */
export const MediaCardGrid = <MediaItem extends { readonly _id: string }>({
  list: { items, more, ...rest },
  children,
  ...words
}: MediaCardGridProps<MediaItem>) => (
  <InfiniteList
    items={splitIntoRows(items)}
    getKey={getRowKey}
    {...rest}
    {...words}
    onMore={more}
    estimate={620}
  >
    {(row) => <MediaItemCards mediaItems={row}>{children}</MediaItemCards>}
  </InfiniteList>
);
