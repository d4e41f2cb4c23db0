import Gavel from 'lucide-react/icons/gavel';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Auction } from '#contract/trade/auctions.ts';
import { AuctionSkeleton, AuctionGrid } from '#components/trade/auctions/auction-grid.tsx';
import { phaseAt } from '#components/trade/auctions/auction-phase.tsx';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { useServerNow } from '#components/base/lists/use-server-now.ts';
import { type OwnBidFilter, listOwnBids } from '#services/trade/auctions.ts';
import { useList } from '#state/query/hooks.ts';
import '#state/auctions/live-bids.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Chip, ChipButton, ChipRow, type ChipTone } from '#ui/content/chip.tsx';
import { Tokens } from '#ui/content/money.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import styles from './bids.module.css';

type Result = NonNullable<OwnBidFilter['result']>;
const words: Readonly<Record<Result, { text: string; tone: ChipTone }>> = {
  leading: { text: 'Highest bidder', tone: 'success' },
  outbid: { text: 'Outbid', tone: 'warning' },
  won: { text: 'Won', tone: 'success' },
  lost: { text: 'Lost', tone: 'neutral' },
};
const filters: readonly { readonly result: Result | undefined; readonly label: string }[] = [
  { result: undefined, label: 'All' },
  { result: 'leading', label: 'Highest bidder' },
  { result: 'outbid', label: 'Outbid' },
  { result: 'won', label: 'Won' },
  { result: 'lost', label: 'Lost' },
];

/** The next step for this bid, if any. */
function Action({ auction, result }: { auction: Auction; result: Result }) {
  const now = useServerNow(auction.serverTime);
  if (result === 'won' && auction.orderId)
    return (
      <ButtonLink variant="soft" href={routes.order(auction.orderId)}>
        View order
      </ButtonLink>
    );
  if (result === 'outbid' && phaseAt(auction, now) === 'live')
    return (
      <ButtonLink variant="soft" href={routes.auction(auction._id)}>
        Bid again
      </ButtonLink>
    );
  return null;
}

/** The viewer's bid below an auction: amount, outcome and next step. */
function OwnBid({ auction }: { auction: Auction }) {
  const { ownBid } = auction;
  if (!ownBid) return null;
  const { text, tone } = words[ownBid.result];
  return (
    <Row justify="between" className={styles.own}>
      <span>
        <span className={styles.word}>Your bid</span> <Tokens tokens={ownBid.amount} />{' '}
        <Chip tone={tone}>{text}</Chip>
        {ownBid.result === 'leading' && ownBid.maximum !== null ? (
          <>
            {' '}
            <span className={styles.word}>Your maximum</span> <Tokens tokens={ownBid.maximum} />
          </>
        ) : null}
      </span>
      <span className={styles.action}>
        <Action auction={auction} result={ownBid.result} />
      </span>
    </Row>
  );
}

function Bids({ result }: { result: Result | undefined }) {
  const list = toInfinitePages(useList(listOwnBids, { query: result ? { result } : {} }));
  if (list.waiting) return <AuctionSkeleton />;
  if (list.error && list.items.length === 0) return <ErrorState text={list.error} onRetry={list.more} />;
  if (list.items.length > 0)
    return (
      <AuctionGrid list={list} named>
        {(auction) => <OwnBid auction={auction} />}
      </AuctionGrid>
    );
  if (result) return <EmptyState compact title="No matching bids" />;
  return (
    <EmptyState
      icon={<Gavel size={28} />}
      title="No bids yet"
      text="Auctions you bid on appear here with your last bid and the result."
      action={
        <ButtonLink variant="primary" href={routes.auctions}>
          View live auctions
        </ButtonLink>
      }
    />
  );
}

/** `/user/bids`: the auctions that the viewer has bid on, by most recent bid. */
export function BidsView() {
  const [result, setResult] = useState<Result | undefined>(undefined);
  return (
    <Stack gap={24}>
      <PageHead title="Bids" unlisted />
      <PageHeader
        title="Bids"
        text="Tokens for a leading bid are held until someone outbids you."
        actions={<ButtonLink href={routes.auctions}>All auctions</ButtonLink>}
      />
      <ChipRow label="Result">
        {filters.map((filter) => (
          <ChipButton
            key={filter.label}
            pressed={filter.result === result}
            onClick={() => setResult(filter.result)}
          >
            {filter.label}
          </ChipButton>
        ))}
      </ChipRow>
      <div>
        <h2>
          <VisuallyHidden>Your auctions</VisuallyHidden>
        </h2>
        <Bids result={result} />
      </div>
    </Stack>
  );
}
