import type { ReactNode } from 'react';
import type { Auction } from '#contract/trade/auctions.ts';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { AuctionCard } from './auction-card.tsx';
import type { InfinitePages } from '../../base/lists/infinite-list.ts';
import styles from '../shop/shop-card.module.css';

export const AuctionSkeleton = ({ count = 6 }: { count?: number }) => (
  <Skeleton label="Loading auctions">
    <div className={styles.grid}>
      {Array.from({ length: count }, (_, at) => (
        <div
          key={at}
          className={styles.card}
          style={{ border: '1px solid var(--border)', borderRadius: 'var(--radius-card)' }}
        >
          <SkeletonBlock ratio={4 / 3} width="100%" />
          <div className={styles.body}>
            <SkeletonText lines={4} />
          </div>
        </div>
      ))}
    </div>
  </Skeleton>
);

/** A multiple of every possible column count, so that only the last row can have gaps. */
const rowSize = 6;
const toRows = (auctions: readonly Auction[]): Auction[][] =>
  Array.from({ length: Math.ceil(auctions.length / rowSize) }, (_, at) =>
    auctions.slice(at * rowSize, (at + 1) * rowSize),
  );
const rowKey = (row: readonly Auction[]) => row[0]?._id ?? '';

export interface AuctionGridProps {
  readonly list: Pick<InfinitePages<Auction>, 'items' | 'hasMore' | 'loading' | 'more' | 'error'>;
  /** Shows each auction's creator. */
  readonly named?: boolean;
  /** How many auctions are above the fold. */
  readonly priority?: number;
  /** Extra content below each auction. */
  readonly children?: (auction: Auction) => ReactNode;
}

/** Auctions in a grid, loaded page by page. */
export const AuctionGrid = ({
  list: { items, more, ...rest },
  named,
  priority = 0,
  children,
}: AuctionGridProps) => (
  <InfiniteList
    items={toRows(items)}
    getKey={rowKey}
    {...rest}
    onMore={more}
    skeleton={<AuctionSkeleton count={3} />}
    estimate={820}
    label="Auctions"
  >
    {(row, at) => (
      <ul className={styles.grid}>
        {row.map((auction, column) => (
          <li key={auction._id} className={styles.cell}>
            <AuctionCard auction={auction} named={named} priority={at === 0 && column < priority}>
              {children?.(auction)}
            </AuctionCard>
          </li>
        ))}
      </ul>
    )}
  </InfiniteList>
);
