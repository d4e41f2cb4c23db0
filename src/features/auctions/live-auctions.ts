import { memo, useEffect } from 'react';
import type { Auction } from '#contract/auctions.ts';
import { type InfinitePages, infiniteListOf } from '#components/lists/infinite-list.ts';
import { useSearchAuctionsInfiniteQuery } from '#state/api/auctions.ts';
import { type Shown, listQuery } from './load-auctions.ts';

/** The auctions that fit, as far as they are here. */
export interface Found
  extends
    Pick<InfinitePages<Auction>, 'items' | 'hasMore' | 'waiting' | 'loading' | 'error' | 'more'>,
    Shown {}

export interface LiveAuctionsProps extends Shown {
  readonly onFound: (found: Found) => void;
}

/** Asks for the auctions of an address, page after page, and keeps them up to date. Draws nothing. */
export const LiveAuctions = memo(function LiveAuctions({ state, q, onFound }: LiveAuctionsProps) {
  const query = useSearchAuctionsInfiniteQuery(listQuery({ state, q }));
  useEffect(() => {
    const now = infiniteListOf(query);
    if (now.known || now.error) onFound({ ...now, state, q });
  }, [state, q, query, onFound]);
  return null;
});
