import Gavel from 'lucide-react/icons/gavel';
import { routes } from '#config/routes.ts';
import type { Auction } from '#contract/trade/auctions.ts';
import { useServerNow } from '#components/base/lists/use-server-now.ts';
import { TableItem } from '#components/content/media-items/table-item.tsx';
import { stateColumn } from '#components/content/studio/studio-columns.tsx';
import { type FilteredList, readStateAndSearch } from '#components/content/studio/studio-kind.ts';
import { StudioPage } from '#components/content/studio/studio-page.tsx';
import { AuctionTime } from '#components/trade/auctions/auction-card.tsx';
import { phaseAt } from '#components/trade/auctions/auction-phase.tsx';
import { formatNumber } from '#lib/format.ts';
import { type CreatorAuctionFilter, listAuctions } from '#services/trade/auctions.ts';
import '#state/auctions/live-bids.ts';
import { listQuestion } from '#services/http/endpoints.ts';
import { Tokens } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { auctionKind, isOpen } from './auction-kind.tsx';

const states = [
  { value: 'live', label: 'Live' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'ended', label: 'Ended' },
  { value: 'cancelled', label: 'Canceled' },
] as const;

/** Pictures that are still being processed have no URL yet. */
const AuctionCell = ({ item: auction }: { item: Auction }) => (
  <TableItem
    href={isOpen(auction) ? routes.editAuction(auction._id) : routes.auction(auction._id)}
    title={auction.title}
    picture={auction.images[0]?.thumbnails[0]?.url}
    icon={<Gavel size={20} aria-hidden="true" />}
  />
);

function EndTime({ auction }: { auction: Auction }) {
  const now = useServerNow(auction.serverTime);
  const phase = phaseAt(auction, now);
  return phase === 'scheduled' || phase === 'live' ? (
    <AuctionTime auction={auction} now={now} />
  ) : (
    <RelativeTime iso={auction.effectiveEndAt} />
  );
}

const auctions: FilteredList<Auction, CreatorAuctionFilter> = {
  kind: auctionKind,
  pinned: 'auctions',
  states,
  readQuery: (get) =>
    readStateAndSearch(get, (text) => states.find(({ value }) => value === text)?.value ?? null),
  items: (query, { creatorId, order }) =>
    listQuestion(listAuctions, {
      params: { id: creatorId },
      query: { ...query, sort: order === 'ending' ? 'ending' : 'newest' },
    }),
  orders: [
    { value: 'newest', label: 'Newest first' },
    { value: 'ending', label: 'Ending first', column: 'when', order: 'ascend' },
  ],
  ItemCell: AuctionCell,
  columns: [
    stateColumn(auctionKind.StateLabel),
    { key: 'bids', title: 'Bids', from: 700, end: true, cell: ({ bidCount }) => formatNumber(bidCount) },
    {
      key: 'price',
      title: 'Price',
      end: true,
      cell: ({ currentPrice, startPrice }) => <Tokens tokens={currentPrice ?? startPrice} />,
    },
    { key: 'when', title: 'Ends', whole: true, cell: (auction) => <EndTime auction={auction} /> },
  ],
  emptyText:
    'Sell an item to the highest bidder. You choose when it ends and the lowest price you’ll accept.',
};

/** What the server loads the page's state with. */
export const loadStudioAuctions = async () =>
  (await import('#components/content/studio/preload-studio.ts')).preloadStudio(auctions);

/** `/creator/auctions`: the creator's auctions with bids and prices. */
export const StudioAuctionsView = () => <StudioPage list={auctions} />;
