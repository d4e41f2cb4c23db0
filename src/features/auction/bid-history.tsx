import type { Bid } from '#contract/auctions';
import { PagedTable } from '#parts/paged-table';
import { useListBidsInfiniteQuery } from '#state/api-auctions';
import { Tokens } from '#ui/money';
import { RelativeTime } from '#ui/relative-time';
import { EmptyState } from '#ui/states';
import type { Column } from '#ui/table';
import styles from './auction.module.css';

const columns: readonly Column<Bid>[] = [
  {
    key: 'who',
    title: 'Bidder',
    main: true,
    cell: ({ bidder }) =>
      bidder.isYou ? <strong className={styles.you}>You</strong> : <bdi>{bidder.name}</bdi>,
  },
  { key: 'amount', title: 'Bid', end: true, cell: ({ amount }) => <Tokens tokens={amount} /> },
  {
    key: 'when',
    title: 'When',
    end: true,
    whole: true,
    cell: ({ createdAt }) => <RelativeTime iso={createdAt} />,
  },
];

/** Every bid, the last first. */
export const BidHistory = ({ auctionId }: { auctionId: string }) => (
  <PagedTable
    caption="Bids"
    columns={columns}
    query={useListBidsInfiniteQuery({ auctionId })}
    empty={<EmptyState compact level={3} title="No bid yet" />}
  />
);
