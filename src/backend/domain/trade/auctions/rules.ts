import type { Auction, Masked } from '#contract/trade/auctions.ts';
import { stepAt } from '#lib/auction-steps.ts';
import type { auctions } from '../../../db/schema/auctions.ts';

export type AuctionRow = typeof auctions.$inferSelect;
type Times = Pick<AuctionRow, 'state' | 'startAt' | 'effectiveEndAt'>;

/** The minimum next bid, in tokens. */
export const minimumBid = ({
  currentPrice,
  startPrice,
}: Pick<AuctionRow, 'currentPrice' | 'startPrice'>): number =>
  currentPrice === null ? startPrice : currentPrice + stepAt(currentPrice);

/**
 * The auction's state at a given time. Until there is a result, the clock decides it, not when a job happens
 * to run.
 */
export function stateAt({ state, startAt, effectiveEndAt }: Times, time: Date): Auction['state'] {
  if (state !== 'scheduled' && state !== 'live') return state;
  if (time < startAt) return 'scheduled';
  return time < effectiveEndAt ? 'live' : 'ended';
}

/** Whether the auction has no result yet. */
export const isOpen = ({ state }: Pick<AuctionRow, 'state'>): boolean =>
  state === 'scheduled' || state === 'live';

export const reserveMet = ({
  reservePrice,
  currentPrice,
}: Pick<AuctionRow, 'reservePrice' | 'currentPrice'>): boolean =>
  reservePrice === null || (currentPrice ?? 0) >= reservePrice;

/** When an auction ends after a bid at `time`: at least `seconds` later. */
export const endAfterBid = (effectiveEndAt: Date, time: Date, seconds: number): Date =>
  new Date(Math.max(effectiveEndAt.getTime(), time.getTime() + seconds * 1000));

/** Enough to tell two bidders apart, but not to identify them. */
export const masked = (username: string | null): string =>
  `${(username ?? '').slice(0, 1)}•••${(username ?? '').slice(-1)}`;
export const maskedFor = (
  viewerId: string | null | undefined,
  bidder: { id: string; username: string | null },
): Masked => ({ name: masked(bidder.username), isYou: bidder.id === viewerId });
