import type { Action, Middleware } from 'redux';
import type { Auction, Bid, BidNews } from '#contract/trade/auctions.ts';
import { listBids, placeBid } from '#services/trade/auctions.ts';
import { addMiddleware } from '../lazy.ts';
import { live } from '../live/live-events.ts';
import { isAnswer } from '../query/answers.ts';
import { api } from '../query/api.ts';
import { isPending } from '../query/ask.ts';
import { patchCached, patchRecord } from '../query/cache-updates.ts';
import type { AppStore } from '../store.ts';
import { withBid, withNews } from './auction-updates.ts';

interface BidPages {
  readonly pages: readonly { readonly data: readonly Bid[]; readonly total: number }[];
}

/**
 * Applies a live bid to every cached record of the auction, and prepends it to the list of bids if that is
 * cached.
 */
function applyBid(store: AppStore, news: BidNews): void {
  const id = news.auctionId;
  patchRecord(
    store,
    id,
    (record) => void Object.assign(record, withNews(record as unknown as Auction, news)),
  );
  const input = { query: { auctionId: id } };
  // A response that is still pending may have been read before this bid.
  let missing = isPending(store, listBids, input);
  const prepend = ({ pages: [first] }: BidPages): void => {
    if (!first) return;
    const bids = withBid(first.data, news);
    missing ||= bids === null;
    if (bids) Object.assign(first, { data: bids, total: Math.max(first.total, news.bidCount) });
  };
  patchCached(store, { endpoint: listBids.route, arg: input }, prepend);
  if (missing) store.dispatch(api.util.invalidateTags([{ type: 'Bids', id }]));
}

/** Live bids, and one's own as soon as the server has accepted it. */
export const bidsMiddleware: Middleware = (store) => (next) => (given) => {
  const result = next(given);
  const action = given as Action;
  if (live['auction/bid'].match(action)) applyBid(store as unknown as AppStore, action.payload);
  if (isAnswer(placeBid)(action)) store.dispatch(live['auction/bid'](action.payload.news));
  return result;
};
addMiddleware(bidsMiddleware);
