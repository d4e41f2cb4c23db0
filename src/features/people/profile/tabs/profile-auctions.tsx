import Gavel from 'lucide-react/icons/gavel';
import { AuctionSkeleton, AuctionGrid } from '#components/trade/auctions/auction-grid.tsx';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { listAuctions } from '#services/trade/auctions.ts';
import { useList } from '#state/query/hooks.ts';
import '#state/auctions/live-bids.ts';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import type { MediaItemsProps } from './more-tabs.ts';

/** A creator's auctions, newest first. */
export function ProfileAuctions({ performer }: MediaItemsProps) {
  const list = toInfinitePages(useList(listAuctions, { params: { id: performer._id } }));
  if (list.waiting) return <AuctionSkeleton count={4} />;
  if (list.error && list.items.length === 0) return <ErrorState text={list.error} onRetry={list.more} />;
  // The creator's own list includes canceled auctions, which are shown in the studio only.
  const shown = list.items.filter(({ state }) => state !== 'cancelled');
  if (shown.length === 0)
    return (
      <EmptyState
        icon={<Gavel size={28} />}
        title="No auctions yet"
        text={`${performer.name} has no auctions right now.`}
      />
    );
  return (
    <>
      <h2>
        <VisuallyHidden>Auctions</VisuallyHidden>
      </h2>
      <AuctionGrid list={{ ...list, items: shown }} />
    </>
  );
}
