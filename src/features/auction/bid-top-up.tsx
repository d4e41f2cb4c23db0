import type { Auction } from '#contract/auctions';
import { SpendTokens } from '#parts/spend-tokens';
import { Dialog } from '#ui/dialog';
import { tokensText, useRate } from '#ui/money';
import { bidCosts, type useBid } from './use-bid.tsx';

/** Tokens are missing for a bid: what they cost, and back to the very same bid. */
export function BidTopUp({ auction, bid }: { auction: Auction; bid: ReturnType<typeof useBid> }) {
  const rate = useRate();
  return (
    <Dialog open onClose={bid.closeTopUp} title={`Bid on “${auction.title}”`}>
      <SpendTokens
        tokens={bidCosts(auction, bid.amount)}
        label={`Bid ${tokensText(bid.amount, rate)}`}
        about={bid.about}
        spend={bid.send}
        onDone={bid.closeTopUp}
      />
    </Dialog>
  );
}
