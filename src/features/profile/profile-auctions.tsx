import Gavel from 'lucide-react/icons/gavel';
import { AuctionBones, AuctionGrid } from '#parts/auction-grid';
import { endless } from '#parts/endless';
import { useListAuctionsInfiniteQuery } from '#state/api-auctions';
import { EmptyState, ErrorState } from '#ui/states';
import { VisuallyHidden } from '#ui/visually-hidden';
import type { WorksProps } from './more-tabs.tsx';

/** A creator's auctions, the newest first. */
export function ProfileAuctions({ performer }: WorksProps) {
  const list = endless(useListAuctionsInfiniteQuery({ performerId: performer._id }));
  if (list.waiting) return <AuctionBones count={4} />;
  if (list.error && list.items.length === 0) return <ErrorState text={list.error} onRetry={list.more} />;
  // The creator's own list has those that were cancelled too; they stay in the studio.
  const shown = list.items.filter(({ state }) => state !== 'cancelled');
  if (shown.length === 0)
    return (
      <EmptyState
        icon={<Gavel size={28} />}
        title="No auctions here"
        text={`${performer.name} has none at the moment.`}
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
