import { routes } from '#config/routes.ts';
import type { Auction } from '#contract/trade/auctions.ts';
import { countdownText } from '#lib/countdown.ts';
import { formatTokens, plural } from '#lib/format.ts';
import { exactTime } from '#lib/format-time.ts';
import { AuctionState, phaseAt } from '#components/trade/auctions/auction-phase.tsx';
import { useServerNow } from '#components/base/lists/use-server-now.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { useAppSelector } from '#state/hooks.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { Tokens } from '#ui/content/money.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { Announcements } from './announcements.tsx';
import { AuctionResult } from './auction-result.tsx';
import styles from './auction.module.css';
import { BidForm } from './bid-form.tsx';
import { OwnMaximum } from './own-maximum.tsx';

const lastMs = 60_000;

/** A countdown to the start or end. It isn't announced every second. */
function Clock({ iso, word, left }: { iso: string; word: string; left: number }) {
  // Only the browser knows the user's time zone.
  const exact = useHydrated() ? exactTime(iso) : ' ';
  return (
    <div className={styles.clock}>
      <span className={styles.label}>{word}</span>
      <time
        role="timer"
        aria-live="off"
        dateTime={iso}
        className={cx(styles.left, left <= lastMs && styles.last)}
      >
        {countdownText(left)}
      </time>
      <span className={styles.small}>{exact}</span>
    </div>
  );
}

const isExtended = ({ endAt, effectiveEndAt }: Auction): boolean => effectiveEndAt !== endAt;

function Lead({ auction }: { auction: Auction }) {
  const { leader, ownBid, bidCount, hasReserve, reserveMet } = auction;
  if (!leader) return <p className={styles.small}>No bids yet. You can bid the start price.</p>;
  return (
    <>
      <p>
        {leader.isYou ? (
          <strong className={styles.you}>You’re the highest bidder</strong>
        ) : (
          <>
            Highest bidder: <bdi>{leader.name}</bdi>
          </>
        )}
        <span className={styles.small}> · {plural(bidCount, 'bid')}</span>
      </p>
      {leader.isYou ? <OwnMaximum auction={auction} /> : null}
      {ownBid?.result === 'outbid' && !leader.isYou ? (
        <Notice tone="warning">
          You were outbid. Your {formatTokens(ownBid.amount)} are back in your wallet.
        </Notice>
      ) : null}
      {hasReserve ? (
        <p className={styles.small}>{reserveMet ? 'The reserve is met.' : 'The reserve isn’t met yet.'}</p>
      ) : null}
    </>
  );
}

const OwnNote = ({ auction }: { auction: Auction }) => (
  <>
    <Notice>This is your own auction.</Notice>
    {auction.bidCount === 0 ? (
      <ButtonLink block href={routes.editAuction(auction._id)}>
        Edit or cancel
      </ButtonLink>
    ) : null}
  </>
);

const priceLabel = ({ state, currentPrice }: Auction) =>
  state === 'sold' ? 'Sold for' : currentPrice === null ? 'Start price' : 'Highest bid';

const Price = ({ auction }: { auction: Auction }) => (
  <div className={styles.price}>
    <span className={styles.label}>{priceLabel(auction)}</span>
    <Tokens tokens={auction.currentPrice ?? auction.startPrice} className={styles.amount} />
  </div>
);

const Running = ({ auction, own }: { auction: Auction; own: boolean }) => (
  <>
    <Lead auction={auction} />
    {own ? null : <BidForm auction={auction} />}
  </>
);

/** The state of the auction at the current time of the server's clock. */
function useAuctionNow(given: Auction) {
  const now = useServerNow(given.serverTime, given.state === 'live' || given.state === 'scheduled');
  const auction = { ...given, state: phaseAt(given, now) };
  const [iso, word] =
    auction.state === 'scheduled' ? [auction.startAt, 'Starts in'] : [auction.effectiveEndAt, 'Ends in'];
  const isOpen = auction.state === 'scheduled' || auction.state === 'live';
  return { auction, iso, word, left: isOpen ? Date.parse(iso) - now : 0, isOpen };
}

/** Current price, countdown, highest bidder, and the bid form or the result. */
export function BidPanel({ auction: given }: { auction: Auction }) {
  const { auction, iso, word, left, isOpen } = useAuctionNow(given);
  const own = useAppSelector(selectAuthUser)?._id === auction.performer._id;
  const isLive = auction.state === 'live';
  return (
    <Card as="section" aria-label="Bidding" className={styles.panel}>
      <div className={styles.head}>
        <AuctionState state={auction.state} />
        {isLive && isExtended(auction) ? <span className={styles.small}>Extended by late bids</span> : null}
      </div>
      <Price auction={auction} />
      {isOpen ? <Clock iso={iso} word={word} left={left} /> : null}
      {isLive ? <Running auction={auction} own={own} /> : null}
      {isOpen && own ? <OwnNote auction={auction} /> : null}
      <AuctionResult auction={auction} own={own} />
      <Announcements auction={given} left={left} />
    </Card>
  );
}
