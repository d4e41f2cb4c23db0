import { memo, useEffect } from 'react';
import type { Auction } from '#contract/trade/auctions.ts';
import { type InfinitePages, infiniteListOf } from '#components/base/lists/infinite-list.ts';
import { searchAuctions } from '#services/trade/auctions.ts';
import { useList } from '#state/query/hooks.ts';
import '#state/auctions/live-bids.ts';
import { type Shown, listQuery } from './load-auctions.ts';

/** The matching auctions, as far as they have loaded. */
export interface Found
  extends
    Pick<InfinitePages<Auction>, 'items' | 'hasMore' | 'waiting' | 'loading' | 'error' | 'more'>,
    Shown {}

export interface LiveAuctionsProps extends Shown {
  readonly onFound: (found: Found) => void;
}

/** Loads the auctions for the current filters page by page and keeps them up to date. Renders nothing. */
export const LiveAuctions = memo(function LiveAuctions({ state, q, onFound }: LiveAuctionsProps) {
  const query = useList(searchAuctions, { query: listQuery({ state, q }) });
  useEffect(() => {
    const now = infiniteListOf(query);
    if (now.known || now.error) onFound({ ...now, state, q });
  }, [state, q, query, onFound]);
  return null;
});
