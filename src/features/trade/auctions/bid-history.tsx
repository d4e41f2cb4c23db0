import type { Bid } from '#contract/trade/auctions.ts';
import { PagedTable } from '#components/base/lists/paged-table.tsx';
import { listBids } from '#services/trade/auctions.ts';
import { useList } from '#state/query/hooks.ts';
import { Tokens } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import type { Column } from '#ui/layout/table.tsx';
import styles from './auction.module.css';

const columns: readonly Column<Bid>[] = [
  {
    key: 'who',
    title: 'Bidder',
    main: true,
    cell: ({ bidder }) =>
      bidder.isYou ? <strong className={styles.you}>You</strong> : <bdi>{bidder.name}</bdi>,
  },
  {
    key: 'amount',
    title: 'Bid',
    end: true,
    cell: ({ amount, isAutomatic }) => (
      <>
        <Tokens tokens={amount} />
        {isAutomatic ? <span className={styles.small}> Automatic</span> : null}
      </>
    ),
  },
  {
    key: 'when',
    title: 'Time',
    end: true,
    whole: true,
    cell: ({ createdAt }) => <RelativeTime iso={createdAt} />,
  },
];

/** All bids, newest first. */
export const BidHistory = ({ auctionId }: { auctionId: string }) => (
  <PagedTable
    caption="Bids"
    columns={columns}
    query={useList(listBids, { query: { auctionId } })}
    empty={<EmptyState compact level={3} title="No bids yet" />}
  />
);
