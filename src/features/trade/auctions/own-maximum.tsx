import { routes } from '#config/routes.ts';
import type { Auction } from '#contract/trade/auctions.ts';
import { formatTokens } from '#lib/format.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { useAppSelector } from '#state/hooks.ts';
import { Link } from '#ui/content/link.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { coveredBy } from './use-bid.ts';

/** A figure that a browser's translator leaves alone. */
const Figure = ({ tokens }: { tokens: number }) => <span translate="no">{formatTokens(tokens)}</span>;

/** The leader's maximum beside what they lead with, and whether their wallet covers it. */
export function OwnMaximum({ auction }: { auction: Auction }) {
  const user = useAppSelector(selectCurrentUser);
  const maximum = auction.ownBid?.maximum ?? null;
  if (maximum === null) return null;
  const covered = user ? coveredBy(user.balance, auction) : maximum;
  return (
    <>
      <p>
        Your maximum <Figure tokens={maximum} />. You’re at <Figure tokens={auction.currentPrice ?? 0} />.
      </p>
      {covered < maximum ? (
        <Notice>
          Your wallet covers bids up to <Figure tokens={covered} />. <Link href={routes.wallet}>Top up</Link>{' '}
          so that we can bid your maximum.
        </Notice>
      ) : null}
    </>
  );
}
