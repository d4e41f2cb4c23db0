import type { Auction } from '#contract/trade/auctions.ts';
import type { Api } from '#services/http/api.ts';
import { getAuction } from '#services/trade/auctions.ts';

export interface AuctionData {
  readonly auction: Auction;
}

export const loadAuction = async ({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<AuctionData> => ({ auction: await getAuction(api, { params: { id: query['id'] ?? '' } }) });
