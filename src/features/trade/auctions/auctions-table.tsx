import Gavel from 'lucide-react/icons/gavel';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Auction } from '#contract/trade/auctions.ts';
import { formatNumber } from '#lib/format.ts';
import { AuctionTime } from '#components/trade/auctions/auction-card.tsx';
import { AuctionState, phaseAt } from '#components/trade/auctions/auction-phase.tsx';
import { TableItem } from '#components/content/media-items/table-item.tsx';
import { useServerNow } from '#components/base/lists/use-server-now.ts';
import { type CreatorAuctionFilter, listAuctions } from '#services/trade/auctions.ts';
import { useList } from '#state/query/hooks.ts';
import '#state/auctions/live-bids.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import type { SortOrder } from '#ui/antd/table-parts.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { Tokens } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { CancelAuction } from './cancel-auction.tsx';

/** Whether an auction can still be edited: it isn't over and has no bids. */
export const isOpen = ({ state, bidCount }: Pick<Auction, 'state' | 'bidCount'>): boolean =>
  bidCount === 0 && (state === 'scheduled' || state === 'live');

const linkOf = (auction: Auction) =>
  isOpen(auction) ? routes.editAuction(auction._id) : routes.auction(auction._id);

/** Pictures that are still being processed have no URL yet. */
const What = ({ auction }: { auction: Auction }) => (
  <TableItem
    href={linkOf(auction)}
    title={auction.title}
    picture={auction.images[0]?.thumbnails[0]?.url}
    icon={<Gavel size={20} aria-hidden="true" />}
  />
);

function When({ auction }: { auction: Auction }) {
  const moment = useServerNow(auction.serverTime);
  const phase = phaseAt(auction, moment);
  return phase === 'scheduled' || phase === 'live' ? (
    <AuctionTime auction={auction} now={moment} />
  ) : (
    <RelativeTime iso={auction.effectiveEndAt} />
  );
}

function State({ auction }: { auction: Auction }) {
  return <AuctionState state={phaseAt(auction, useServerNow(auction.serverTime))} />;
}

function RowMenu({ auction, onCancel }: { auction: Auction; onCancel: () => void }) {
  const router = useRouter();
  const open = isOpen(auction);
  return (
    <Menu
      label={`Actions for “${auction.title}”`}
      items={[
        ...(auction.state === 'cancelled'
          ? []
          : [{ label: 'View auction', href: routes.auction(auction._id) }]),
        ...(auction.orderId ? [{ label: 'View order', href: routes.creatorOrder(auction.orderId) }] : []),
        ...(open
          ? [
              { label: 'Edit', onSelect: () => void router.push(routes.editAuction(auction._id)) },
              { label: 'Cancel', danger: true, divided: true, onSelect: onCancel },
            ]
          : []),
      ]}
    />
  );
}

const columnsWith = (onCancel: (auction: Auction) => void): readonly Column<Auction>[] => [
  { key: 'what', title: 'Auction', main: true, cell: (auction) => <What auction={auction} /> },
  { key: 'state', title: 'Status', cell: (auction) => <State auction={auction} /> },
  { key: 'bids', title: 'Bids', from: 700, end: true, cell: ({ bidCount }) => formatNumber(bidCount) },
  {
    key: 'price',
    title: 'Price',
    end: true,
    cell: ({ currentPrice, startPrice }) => <Tokens tokens={currentPrice ?? startPrice} />,
  },
  { key: 'when', title: 'Ends', whole: true, cell: (auction) => <When auction={auction} /> },
  {
    key: 'act',
    title: 'Actions',
    end: true,
    menu: true,
    cell: (auction) =>
      auction.state === 'cancelled' ? '–' : <RowMenu auction={auction} onCancel={() => onCancel(auction)} />,
  },
];

type AuctionSort = NonNullable<CreatorAuctionFilter['sort']>;
const orders: readonly SortOrder<AuctionSort>[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'ending', label: 'Ending first', column: 'when', order: 'ascend' },
];

/** The creator's auctions, newest first by default. */
export function AuctionsTable({
  performerId,
  state,
}: {
  performerId: string;
  state: CreatorAuctionFilter['state'];
}) {
  const [sort, setSort] = useState<AuctionSort>('newest');
  const query = useList(listAuctions, {
    params: { id: performerId },
    query: { sort, ...(state && { state }) },
  });
  const [asked, setAsked] = useState<Auction | null>(null);
  const empty = state ? (
    <EmptyState compact title="No auctions with this status" text="Try another status." />
  ) : (
    <EmptyState
      title="No auctions yet"
      text="Sell an item to the highest bidder. You choose when it ends and the lowest price you’ll accept."
      action={<ButtonLink href={routes.newAuction}>New auction</ButtonLink>}
    />
  );
  return (
    <>
      <DataTable
        name="auctions"
        caption="Auctions"
        rowHeight={72}
        columns={columnsWith(setAsked)}
        query={query}
        empty={empty}
        sort={{ orders, value: sort, onChange: setSort }}
      />
      {asked ? <CancelAuction auction={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
