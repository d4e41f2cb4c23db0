import type { Auction, BidNews } from '#contract/trade/auctions.ts';
import { aCard } from './creators.ts';

/** A live auction from 10 tokens without bids, at 9:00 with an hour left. */
export const anAuction = (more: Partial<Auction> = {}): Auction => ({
  _id: 'a1',
  performer: aCard({ _id: 'lena' }),
  title: 'A signed print',
  description: 'Number 3 of 20',
  images: [],
  startPrice: 10,
  reservePrice: null,
  hasReserve: false,
  reserveMet: true,
  shippingCountries: [],
  startAt: '2026-03-02T08:00:00.000Z',
  endAt: '2026-03-02T10:00:00.000Z',
  effectiveEndAt: '2026-03-02T10:00:00.000Z',
  currentPrice: null,
  minimumBid: 10,
  bidCount: 0,
  leader: null,
  ownBid: null,
  state: 'live',
  orderId: null,
  commentsEnabled: true,
  counts: { likes: 0, comments: 0, bookmarks: 0 },
  isLiked: false,
  isBookmarked: false,
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-01T08:00:00.000Z',
  serverTime: '2026-03-02T09:00:00.000Z',
  ...more,
});

/** A live auction with an hour left by the test's clock. */
export function aLiveAuction(changes: Partial<Auction> = {}): Auction {
  const hour = 3_600_000;
  const from = (ms: number) => new Date(Date.now() + ms).toISOString();
  return anAuction({
    performer: aCard(),
    startAt: from(-hour),
    endAt: from(hour),
    effectiveEndAt: from(hour),
    serverTime: from(0),
    ...changes,
  });
}

/** Someone else has bid 20. */
export const bidNews = ({ amount = 20, ...more }: Partial<BidNews> = {}): BidNews => ({
  auctionId: 'a1',
  bidId: 'b1',
  amount,
  minimumBid: amount + 1,
  bidCount: 1,
  reserveMet: true,
  leader: { name: 'b•••c', isYou: false },
  isAutomatic: false,
  maximum: null,
  beaten: null,
  endsAt: '2026-03-02T10:00:00.000Z',
  serverTime: '2026-03-02T09:00:00.000Z',
  ...more,
});
