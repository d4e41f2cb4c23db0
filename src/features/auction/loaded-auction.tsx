import Gavel from 'lucide-react/icons/gavel';
import { useRouter } from 'next/router';
import { routes } from '#config/routes';
import { problemMessage } from '#lib/problem';
import { useGetAuctionQuery } from '#state/api-auctions';
import { ButtonLink } from '#ui/button-link';
import { PageHead } from '#ui/page-head';
import { EmptyState, ErrorState } from '#ui/states';
import { AuctionPageBones } from './auction-bones.tsx';
import { AuctionContent } from './auction-content.tsx';

const Gone = () => (
  <>
    <PageHead title="Auction not found" unlisted />
    <EmptyState
      level={1} icon={<Gavel size={28} />} title="This auction isn’t here" text="It may have been cancelled, or the address has a slip in it."
      action={<ButtonLink variant="primary" href={routes.auctions}>See all auctions</ButtonLink>}
    />
  </>
);

/** The auction that the address names, where the page came without it. */
export function LoadedAuction() {
  const { query, isReady } = useRouter();
  const id = typeof query['id'] === 'string' ? query['id'] : '';
  const { currentData, error, isFetching, refetch } = useGetAuctionQuery(id, { skip: !isReady || id === '' });
  if (currentData) return <AuctionContent key={currentData.auction._id} auction={currentData.auction} />;
  if (error && 'status' in error && error.status === 404) return <Gone />;
  if (error && !isFetching) return <ErrorState level={1} text={problemMessage(error)} onRetry={() => void refetch()} />;
  return <AuctionPageBones />;
}
