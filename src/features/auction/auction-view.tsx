import { Later } from '#parts/later';
import { lazyPart } from '#ui/lazy-part';
import { AuctionPageBones } from './auction-bones.tsx';
import { AuctionContent } from './auction-content.tsx';
import type { AuctionData } from './load.tsx';

/** Without a server's data the auction loads by itself; nobody else pays for that. */
const LoadedAuction = lazyPart(async () => (await import('./loaded-auction.tsx')).LoadedAuction);

/** `/auctions/[id]`. */
export const AuctionView = ({ auction }: Partial<AuctionData>) =>
  auction ? (
    <AuctionContent key={auction._id} auction={auction} />
  ) : (
    <Later skeleton={<AuctionPageBones />}>
      <LoadedAuction />
    </Later>
  );
