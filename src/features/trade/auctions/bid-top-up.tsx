import type { Auction } from '#contract/trade/auctions.ts';
import { SpendTokens } from '#components/money/wallet/spend-tokens.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { tokensText, useRate } from '#ui/content/money.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { bidCosts, type useBid } from './use-bid.ts';

/** Offers to buy the tokens that are missing for a bid, then returns to the same bid. */
export function BidTopUp({ auction, bid }: { auction: Auction; bid: ReturnType<typeof useBid> }) {
  const rate = useRate();
  return (
    <Dialog open onClose={bid.closeTopUp} title={`Bid on “${auction.title}”`}>
      <Stack>
        <SpendTokens
          tokens={bidCosts(auction, bid.amount)}
          label={() => `Bid ${tokensText(bid.amount, rate)}`}
          subject={bid.about}
          spend={bid.send}
          onDone={bid.closeTopUp}
        />
      </Stack>
    </Dialog>
  );
}
