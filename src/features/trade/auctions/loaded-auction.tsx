import { getAuction } from '#services/trade/auctions.ts';
import { useRead } from '#state/query/hooks.ts';
import '#state/auctions/live-bids.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { AuctionPageSkeleton } from './auction-skeleton.tsx';
import { AuctionContent } from './auction-content.tsx';
import { GoneAuction } from './gone-auction.tsx';

/** Loads the auction of the current route, if the page was rendered without it. */
export function LoadedAuction() {
  const id = useRouteParam('id');
  const request = useRead(getAuction, id === '' ? null : { params: { id } });
  return (
    <LoadedView request={request} skeleton={<AuctionPageSkeleton />} notFound={<GoneAuction />}>
      {(auction) => <AuctionContent key={auction._id} auction={auction} />}
    </LoadedView>
  );
}
