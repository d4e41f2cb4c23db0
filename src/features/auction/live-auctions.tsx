import { memo, useEffect } from 'react';
import type { Auction } from '#contract/auctions';
import { type Endless, endless } from '#parts/endless';
import { useSearchAuctionsInfiniteQuery } from '#state/api-auctions';
import { type Shown, listQuery } from './load-auctions.tsx';

/** The auctions that fit, as far as they are here. */
export interface Found
  extends Pick<Endless<Auction>, 'items' | 'hasMore' | 'waiting' | 'loading' | 'error' | 'more'>, Shown {}

export interface LiveAuctionsProps extends Shown {
  readonly onFound: (found: Found) => void;
}

/** Asks for the auctions of an address, page after page, and keeps them up to date. Draws nothing. */
export const LiveAuctions = memo(function LiveAuctions({ state, q, onFound }: LiveAuctionsProps) {
  const query = useSearchAuctionsInfiniteQuery(listQuery({ state, q }));
  useEffect(() => {
    const now = endless(query);
    if (now.known || now.error) onFound({ ...now, state, q });
  }, [state, q, query, onFound]);
  return null;
});
