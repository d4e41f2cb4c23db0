import type { Auction, Bid, BidNews } from '#contract/trade/auctions.ts';

/** The viewer's last bid after a live one. */
function ownBidAfter({ ownBid }: Auction, { leader, amount, maximum, beaten, serverTime }: BidNews) {
  if (leader.isYou) return { amount, maximum, result: 'leading' as const, createdAt: serverTime };
  if (beaten?.bidder.isYou)
    return { amount: beaten.amount, maximum: null, result: 'outbid' as const, createdAt: beaten.createdAt };
  return ownBid?.result === 'leading' ? { ...ownBid, maximum: null, result: 'outbid' as const } : ownBid;
}

/** A leader's new maximum comes with the bid that is known already. */
const withMaximum = (auction: Auction, { maximum, serverTime }: BidNews): Auction =>
  auction.ownBid && serverTime >= auction.serverTime
    ? { ...auction, ownBid: { ...auction.ownBid, maximum }, serverTime }
    : auction;

/**
 * The auction after a live bid. Events may arrive twice, late or out of order: older ones change nothing. Of
 * the two events for one bid, the one sent only to the people concerned wins, whichever arrives first.
 */
export function withNews(auction: Auction, news: BidNews): Auction {
  const { bidCount, leader, amount } = news;
  if (bidCount < auction.bidCount) return auction;
  if (bidCount === auction.bidCount) {
    if (auction.leader?.isYou) return leader.isYou ? withMaximum(auction, news) : auction;
    if (!leader.isYou && !news.beaten?.bidder.isYou) return auction;
  }
  return {
    ...auction,
    state: 'live',
    currentPrice: amount,
    minimumBid: news.minimumBid,
    bidCount,
    reserveMet: news.reserveMet,
    leader,
    ownBid: ownBidAfter(auction, news),
    effectiveEndAt: news.endsAt,
    serverTime: news.serverTime,
  };
}

/** The known bids with the new one first, or null if a bid between them is missing. */
export function withBid(bids: readonly Bid[], news: BidNews): readonly Bid[] | null {
  const { bidId, bidCount, amount, leader, isAutomatic, beaten, serverTime } = news;
  const lead: Bid = {
    _id: bidId,
    seq: bidCount,
    amount,
    bidder: leader,
    isAutomatic,
    result: 'leading',
    createdAt: serverTime,
  };
  const reported = beaten ? [lead, beaten] : [lead];
  const last = bids[0]?.seq ?? 0;
  const fresh = reported.filter(({ seq }) => seq > last);
  const oldest = fresh.at(-1);
  if (oldest && oldest.seq !== last + 1) return null;
  const known = bids.map((bid) => {
    const mine = reported.find(({ seq, bidder }) => seq === bid.seq && bidder.isYou);
    const seen = mine ? { ...bid, bidder: mine.bidder } : bid;
    return fresh.length > 0 && bid.result === 'leading' ? { ...seen, result: 'outbid' as const } : seen;
  });
  return [...fresh, ...known];
}
