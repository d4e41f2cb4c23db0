import type { ComponentType } from 'react';
import { routes } from '#config/routes.ts';
import type { Auction } from '#contract/auctions.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Notice } from '#ui/feedback/notice.tsx';

interface ResultProps {
  readonly auction: Auction;
  /** The viewer offered it. */
  readonly own: boolean;
}

const Won = ({ orderId }: Pick<Auction, 'orderId'>) => (
  <>
    <Notice tone="success">You won. Say where it goes, and it is on its way.</Notice>
    {orderId ? (
      <ButtonLink variant="primary" large block href={routes.order(orderId)}>
        Go to your order
      </ButtonLink>
    ) : null}
  </>
);
const SoldByYou = ({ orderId }: Pick<Auction, 'orderId'>) => (
  <>
    <Notice tone="success">Sold. The buyer says where it goes.</Notice>
    {orderId ? (
      <ButtonLink variant="primary" large block href={routes.creatorOrder(orderId)}>
        Go to the order
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
  if (bidCount === 0) return <Notice>Not sold. Nobody bid.</Notice>;
  return (
    <Notice>
      {hasReserve && !reserveMet
        ? 'Not sold. The highest bid didn’t reach the reserve; all tokens are back.'
        : 'Not sold. All tokens are back.'}
    </Notice>
  );
}

const results: Partial<Readonly<Record<Auction['state'], ComponentType<ResultProps>>>> = {
  ended: () => <Notice>The auction has ended. The result comes in a moment.</Notice>,
  cancelled: () => <Notice>You cancelled this auction.</Notice>,
  unsold: Unsold,
  sold: Sold,
};

/** What came of it, for whoever looks; nothing while it runs. */
export function AuctionResult(props: ResultProps) {
  const Shown = results[props.auction.state];
  return Shown ? <Shown {...props} /> : null;
}
