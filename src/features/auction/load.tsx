import type { Auction } from '#contract/auctions';
import type { Api } from '#services/api';
import { getAuction } from '#services/auctions';

export interface AuctionData {
  readonly auction: Auction;
}

/** One auction. */
export const loadAuction = async ({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<AuctionData> => ({ auction: await getAuction(api, query['id'] ?? '') });
