import { useGetAuctionQuery } from '#state/api/auctions.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { AuctionPageSkeleton } from './auction-skeleton.tsx';
import { AuctionContent } from './auction-content.tsx';
import { GoneAuction } from './gone-auction.tsx';

/** Loads the auction of the current route, if the page was rendered without it. */
export function LoadedAuction() {
  const id = useRouteParam('id');
  const request = useGetAuctionQuery(id, { skip: id === '' });
  return (
    <LoadedView request={request} skeleton={<AuctionPageSkeleton />} notFound={<GoneAuction />}>
      {({ auction }) => <AuctionContent key={auction._id} auction={auction} />}
    </LoadedView>
  );
}
