import type { Auction, Bid, BidNews } from '#contract/auctions.ts';

/**
 * The auction after a bid that was told. Events may come twice, late or in another order: what is older
 * changes nothing, and of the two that tell of one bid the one to the bidder alone wins, whichever comes
 * first.
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

/** The bids that were known, with the one that was told on top; null where one is missing in between. */
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
