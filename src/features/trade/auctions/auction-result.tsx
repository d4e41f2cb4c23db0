import type { ComponentType } from 'react';
import { routes } from '#config/routes.ts';
import type { Auction } from '#contract/trade/auctions.ts';
import { LazyTakenDownNotice } from '#components/across/decisions/lazy-taken-down-notice.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Notice } from '#ui/feedback/notice.tsx';

interface ResultProps {
  readonly auction: Auction;
  /** The viewer is the seller. */
  readonly own: boolean;
}

const Won = ({ orderId }: Pick<Auction, 'orderId'>) => (
  <>
    <Notice tone="success">You won. Add a delivery address so the creator can ship it.</Notice>
    {orderId ? (
      <ButtonLink variant="primary" large block href={routes.order(orderId)}>
        View order
      </ButtonLink>
    ) : null}
  </>
);
const SoldByYou = ({ orderId }: Pick<Auction, 'orderId'>) => (
  <>
    <Notice tone="success">Sold. Waiting for the buyer’s delivery address.</Notice>
    {orderId ? (
      <ButtonLink variant="primary" large block href={routes.creatorOrder(orderId)}>
        View order
      </ButtonLink>
    ) : null}
  </>
);

function Sold({ auction: { leader, orderId }, own }: ResultProps) {
  if (own) return <SoldByYou orderId={orderId} />;
  return leader?.isYou ? (
    <Won orderId={orderId} />
  ) : (
    <Notice>Sold to {leader?.name ?? 'the highest bidder'}.</Notice>
  );
}

function Unsold({ auction: { bidCount, hasReserve, reserveMet } }: ResultProps) {
  if (bidCount === 0) return <Notice>Not sold. There were no bids.</Notice>;
  return (
    <Notice>
      {hasReserve && !reserveMet
        ? 'Not sold. The highest bid didn’t reach the reserve; all tokens were returned.'
        : 'Not sold. All tokens were returned.'}
    </Notice>
  );
}

/** Only its creator still sees it, and it may have been an operator who canceled it. */
const Cancelled = ({ auction, own }: ResultProps) => (
  <>
    <Notice>This auction was canceled.</Notice>
    {own ? <LazyTakenDownNotice type="auction" id={auction._id} /> : null}
  </>
);

const results: Partial<Readonly<Record<Auction['state'], ComponentType<ResultProps>>>> = {
  ended: () => <Notice>The auction has ended. Results will appear in a moment.</Notice>,
  cancelled: Cancelled,
  unsold: Unsold,
  sold: Sold,
};

/** The result for the viewer; nothing while the auction is running. */
export function AuctionResult(props: ResultProps) {
  const Shown = results[props.auction.state];
  return Shown ? <Shown {...props} /> : null;
}
