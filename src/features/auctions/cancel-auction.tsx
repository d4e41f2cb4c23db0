import type { Auction } from '#contract/auctions.ts';
import { problemMessage } from '#lib/problem.ts';
import { useCancelAuctionMutation } from '#state/api/auctions.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';

export interface CancelAuctionProps {
  readonly auction: Auction;
  readonly onClose: () => void;
  readonly onCancelled?: () => void;
}

/** Asks for confirmation, then cancels the auction. */
export function CancelAuction({ auction, onClose, onCancelled }: CancelAuctionProps) {
  const [cancel, cancelling] = useCancelAuctionMutation();
  const confirm = async () => {
    const result = await cancel(auction._id);
    onClose();
    if (result.error) return void toast.error(problemMessage(result.error));
    toast.success('Auction canceled');
    onCancelled?.();
  };
  return (
    <ConfirmDialog
      open
      title={`Cancel “${auction.title}”?`}
      text="It disappears for everyone else and stays in your list. There are no bids yet."
      confirmLabel="Cancel auction"
      cancelLabel="Keep auction"
      busy={cancelling.isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
