import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { AuctionPageSkeleton } from './auction-skeleton.tsx';
import { AuctionContent } from './auction-content.tsx';
import type { AuctionData } from './load-auction.ts';

/** Loads only if the server sent no data. */
const LoadedAuction = lazyPart(async () => (await import('./loaded-auction.tsx')).LoadedAuction);

/** `/auctions/[id]`. */
export const AuctionView = ({ auction }: Partial<AuctionData>) =>
  auction ? (
    <AuctionContent key={auction._id} auction={auction} />
  ) : (
    <LazyClient skeleton={<AuctionPageSkeleton />}>
      <LoadedAuction />
    </LazyClient>
  );
