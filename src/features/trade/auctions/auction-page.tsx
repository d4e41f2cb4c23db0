import type { Auction } from '#contract/trade/auctions.ts';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import type { Api } from '#services/http/api.ts';
import { getAuction } from '#services/trade/auctions.ts';
import { AuctionDetail } from './auction.tsx';

interface AuctionData {
  readonly auction: Auction;
}

export const loadAuction = async ({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<AuctionData> => ({ auction: await getAuction(api, { params: { id: query['id'] ?? '' } }) });

/** `/auctions/[id]`. */
export function AuctionPage({ auction: sent }: Partial<AuctionData>) {
  const param = useRouteParam('id');
  const id = sent?._id ?? param;
  return <AuctionDetail key={id} id={id} sent={sent} />;
}
