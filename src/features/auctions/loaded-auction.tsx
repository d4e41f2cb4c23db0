import { useRouter } from 'next/router';
import { problemMessage } from '#lib/problem.ts';
import { useGetAuctionQuery } from '#state/api/auctions.ts';
import { ErrorState } from '#ui/feedback/states.tsx';
import { AuctionPageSkeleton } from './auction-skeleton.tsx';
import { AuctionContent } from './auction-content.tsx';
import { GoneAuction } from './gone-auction.tsx';

/** The auction that the address names, where the page came without it. */
export function LoadedAuction() {
  const { query, isReady } = useRouter();
  const id = typeof query['id'] === 'string' ? query['id'] : '';
  const { currentData, error, isFetching, refetch } = useGetAuctionQuery(id, { skip: !isReady || id === '' });
  if (currentData) return <AuctionContent key={currentData.auction._id} auction={currentData.auction} />;
  if (error && 'status' in error && error.status === 404) return <GoneAuction />;
  if (error && !isFetching)
    return <ErrorState level={1} text={problemMessage(error)} onRetry={() => void refetch()} />;
  return <AuctionPageSkeleton />;
}
