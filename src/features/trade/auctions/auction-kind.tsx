import { routes } from '#config/routes.ts';
import type { Auction } from '#contract/trade/auctions.ts';
import { useServerNow } from '#components/base/lists/use-server-now.ts';
import { saveChanges } from '#components/content/studio/editor-actions.ts';
import type { StudioKind } from '#components/content/studio/studio-kind.ts';
import { AuctionState, phaseAt } from '#components/trade/auctions/auction-phase.tsx';
import { cancelAuction } from '#services/trade/auctions.ts';
import { useWrite } from '#state/query/hooks.ts';

/** Whether an auction can still be edited: it isn't over and has no bids. */
export const isOpen = ({ state, bidCount }: Pick<Auction, 'state' | 'bidCount'>): boolean =>
  bidCount === 0 && (state === 'scheduled' || state === 'live');

function StateLabel({ item: auction }: { item: Auction }) {
  return <AuctionState state={phaseAt(auction, useServerNow(auction.serverTime))} />;
}

/** Auctions in the studio. Their times publish and end them, and they are canceled rather than deleted. */
export const auctionKind: StudioKind<Auction> = {
  noun: 'auction',
  plural: 'auctions',
  itemName: ({ title }) => title,
  StateLabel,
  listPath: routes.creatorAuctions,
  newPath: routes.newAuction,
  editPath: routes.editAuction,
  pagePath: routes.auction,
  hasPage: ({ state }) => state !== 'cancelled',
  isLocked: (auction) => !isOpen(auction),
  useWrites: () => {
    const [cancel] = useWrite(cancelAuction);
    return { remove: (id) => cancel({ params: { id } }) };
  },
  editorActions: {
    new: (later) => [{ label: later ? 'Schedule auction' : 'Start auction', requestedState: 'published' }],
    scheduled: () => [saveChanges],
    live: () => [saveChanges],
  },
  removal: {
    verb: 'Cancel',
    done: 'canceled',
    consequences: ({ length }) =>
      length === 1
        ? 'It’s removed for everyone else and stays in your list. There are no bids yet.'
        : 'They’re removed for everyone else and stay in your list. There are no bids yet.',
  },
  menuItems: ({ orderId }) => (orderId ? [{ label: 'View order', href: routes.creatorOrder(orderId) }] : []),
};
