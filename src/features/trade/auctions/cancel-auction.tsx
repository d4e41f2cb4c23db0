import type { Auction } from '#contract/trade/auctions.ts';
import { cancelAuction } from '#services/trade/auctions.ts';
import { useWrite } from '#state/query/hooks.ts';
import { ConfirmAction } from '#components/base/lists/confirm-action.tsx';

export interface CancelAuctionProps {
  readonly auction: Auction;
  readonly onClose: () => void;
  readonly onCancelled?: () => void;
}

/** Asks for confirmation, then cancels the auction. */
export function CancelAuction({ auction, onClose, onCancelled }: CancelAuctionProps) {
  const [cancel] = useWrite(cancelAuction);
  return (
    <ConfirmAction
      title={`Cancel “${auction.title}”?`}
      confirmLabel="Cancel auction"
      cancelLabel="Keep auction"
      action={() => cancel({ params: { id: auction._id } })}
      doneText="Auction canceled"
      onDone={onCancelled}
      onClose={onClose}
    >
      It’s removed for everyone else and stays in your list. There are no bids yet.
    </ConfirmAction>
  );
}
