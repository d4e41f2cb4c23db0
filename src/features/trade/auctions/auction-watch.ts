import { useEffect } from 'react';
import type { Auction } from '#contract/trade/auctions.ts';
import { phaseAt } from '#components/trade/auctions/auction-phase.tsx';
import { useServerNow } from '#components/base/lists/use-server-now.ts';
import { usePolling } from '#state/query/use-live.ts';
import '#state/auctions/live-bids.ts';
import { auctionLeft, auctionWatched } from '#state/auctions/auction-watch.ts';
import { selectLoggedIn } from '#state/session/auth.ts';
import { selectConnection } from '#state/live/connection.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';

const [second, minute] = [1_000, 60_000];

/**
 * Polling interval in milliseconds; 0 for none. With a live connection every bid arrives as an event, so
 * polling only guards against lost ones. Visitors poll more often, most of all near the end. After the end
 * everyone polls until there is a result.
 */
export function lookEvery({
  phase,
  left,
  hears,
}: {
  phase: Auction['state'];
  left: number;
  hears: boolean;
}): number {
  if (phase === 'ended') return 2 * second;
  if (phase === 'scheduled') return left < minute ? 10 * second : minute;
  if (phase !== 'live') return 0;
  if (hears) return 30 * second;
  return left < minute ? 3 * second : 10 * second;
}

export interface AuctionWatchProps {
  readonly auction: Auction;
  readonly refetch: () => unknown;
}

/** Receives the bids of the auction on the page, and asks again in case one was lost. Renders nothing. */
export function AuctionWatch({ auction, refetch }: AuctionWatchProps) {
  const id = auction._id;
  const dispatch = useAppDispatch();
  const loggedIn = useAppSelector(selectLoggedIn);
  const hears = useAppSelector(selectConnection) === 'connected';
  const now = useServerNow(auction.serverTime);
  const phase = phaseAt(auction, now);
  const left = Date.parse(phase === 'scheduled' ? auction.startAt : auction.effectiveEndAt) - now;
  usePolling(refetch, lookEvery({ phase, left, hears }));
  useEffect(() => {
    if (!loggedIn) return undefined;
    dispatch(auctionWatched(id));
    return () => void dispatch(auctionLeft(id));
  }, [dispatch, loggedIn, id]);
  return null;
}
