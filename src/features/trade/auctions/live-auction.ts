import { useEffect } from 'react';
import type { Auction } from '#contract/trade/auctions.ts';
import { problemCode } from '#lib/problem.ts';
import { phaseAt } from '#components/trade/auctions/auction-phase.tsx';
import { useServerNow } from '#components/base/lists/use-server-now.ts';
import { getAuction } from '#services/trade/auctions.ts';
import { useRead } from '#state/query/hooks.ts';
import '#state/auctions/live-bids.ts';
import { auctionLeft, auctionWatched } from '#state/auctions/auction-watch-saga.ts';
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

export interface LiveAuctionProps {
  readonly auction: Auction;
  readonly onAuction: (auction: Auction) => void;
  /** The auction was canceled, or a block between its creator and the viewer hides it. */
  readonly onGone: () => void;
}

/** Keeps the auction on the page up to date. Renders nothing. */
export function LiveAuction({ auction, onAuction, onGone }: LiveAuctionProps) {
  const id = auction._id;
  const dispatch = useAppDispatch();
  const loggedIn = useAppSelector(selectLoggedIn);
  const hears = useAppSelector(selectConnection) === 'connected';
  const moment = useServerNow(auction.serverTime);
  const phase = phaseAt(auction, moment);
  const left = Date.parse(phase === 'scheduled' ? auction.startAt : auction.effectiveEndAt) - moment;
  const { data, error } = useRead(
    getAuction,
    { params: { id } },
    { pollingInterval: lookEvery({ phase, left, hears }) },
  );
  useEffect(() => {
    if (data) onAuction(data);
  }, [data, onAuction]);
  const gone = problemCode(error) === 'not_found';
  useEffect(() => {
    if (gone) onGone();
  }, [gone, onGone]);
  useEffect(() => {
    if (!loggedIn) return undefined;
    dispatch(auctionWatched(id));
    return () => void dispatch(auctionLeft(id));
  }, [dispatch, loggedIn, id]);
  return null;
}
