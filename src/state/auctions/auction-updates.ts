import type { Auction, Bid, BidNews } from '#contract/auctions.ts';

/**
 * The auction after a live bid. Events may arrive twice, late or out of order: older ones change nothing. Of
 * the two events for one bid, the one sent only to the bidder wins, whichever arrives first.
 */
export function withNews(auction: Auction, news: BidNews): Auction {
  const { bidCount, leader, amount } = news;
  if (bidCount < auction.bidCount) return auction;
  if (bidCount === auction.bidCount && (auction.leader?.isYou || !leader.isYou)) return auction;
  const own = leader.isYou
    ? { amount, result: 'leading' as const, createdAt: news.serverTime }
    : auction.ownBid?.result === 'leading'
      ? { ...auction.ownBid, result: 'outbid' as const }
      : auction.ownBid;
  return {
    ...auction,
    state: 'live',
    currentPrice: amount,
    minimumBid: news.minimumBid,
    bidCount,
    reserveMet: news.reserveMet,
    leader,
    ownBid: own,
    effectiveEndAt: news.endsAt,
    serverTime: news.serverTime,
  };
}

/** The known bids with the new one first, or null if a bid between them is missing. */
export function withBid(
  bids: readonly Bid[],
  { bidId, bidCount, amount, leader, serverTime }: BidNews,
): readonly Bid[] | null {
  const [top] = bids;
  if (top && bidCount <= top.seq)
    return bids.map((bid) => (bid.seq === bidCount && leader.isYou ? { ...bid, bidder: leader } : bid));
  if (bidCount !== (top?.seq ?? 0) + 1) return null;
  const outbid = bids.map((bid) => (bid.result === 'leading' ? { ...bid, result: 'outbid' as const } : bid));
  return [
    { _id: bidId, seq: bidCount, amount, bidder: leader, result: 'leading', createdAt: serverTime },
    ...outbid,
  ];
}
