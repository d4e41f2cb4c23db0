import Gavel from 'lucide-react/icons/gavel';
import type { ReactNode } from 'react';
import { routes } from '#config/routes.ts';
import type { Auction } from '#contract/trade/auctions.ts';
import { countdownText } from '#lib/countdown.ts';
import { plural } from '#lib/format.ts';
import { CardLink, LinkCard } from '#ui/layout/link-card.tsx';
import { Tokens } from '#ui/content/money.tsx';
import { Picture } from '#ui/content/picture.tsx';
import { AuctionState, phaseAt } from './auction-phase.tsx';
import { useServerNow } from '../../base/lists/use-server-now.ts';
import { PersonName } from '../../people/accounts/person.tsx';
import styles from '../shop/shop-card.module.css';

/** "Ends in 4 h 05 min" or "Starts in …"; renders nothing once the auction has ended. */
export function AuctionTime({ auction, now }: { auction: Auction; now: number }) {
  const phase = phaseAt(auction, now);
  const [iso, words] =
    phase === 'scheduled' ? [auction.startAt, 'Starts in'] : [auction.effectiveEndAt, 'Ends in'];
  if (phase !== 'scheduled' && phase !== 'live') return null;
  return (
    <time dateTime={iso} className={styles.time}>
      {words} {countdownText(Date.parse(iso) - now)}
    </time>
  );
}

export const priceWord = ({ currentPrice, state }: Pick<Auction, 'currentPrice' | 'state'>): string =>
  currentPrice === null ? 'From' : state === 'sold' ? 'Sold for' : 'Highest bid';

const Shown = ({
  auction: {
    images: [image],
  },
  priority,
}: {
  auction: Auction;
  priority?: boolean;
}) =>
  image ? (
    <Picture
      sources={image.sizes.length > 0 ? image.sizes : image.thumbnails}
      placeholder={image.placeholder}
      alt=""
      ratio={4 / 3}
      sizes="(min-width: 1024px) 330px, (min-width: 640px) 50vw, 100vw"
      priority={priority}
    />
  ) : (
    <span className={styles.none}>
      <Gavel size={28} aria-hidden="true" />
    </span>
  );

export interface AuctionCardProps {
  readonly auction: Auction;
  /** Shows the creator's name, for lists with auctions of several creators. */
  readonly named?: boolean;
  readonly priority?: boolean;
  /** Shown below the card's own content, such as the viewer's bid. */
  readonly children?: ReactNode;
}

/** An auction in a list. The whole card is a link. */
export function AuctionCard({ auction, named, priority, children }: AuctionCardProps) {
  const now = useServerNow(auction.serverTime, auction.state === 'live' || auction.state === 'scheduled');
  const phase = phaseAt(auction, now);
  return (
    <LinkCard padding="none" className={styles.card} aria-label={auction.title}>
      <div className={styles.picture}>
        <Shown auction={auction} priority={priority} />
      </div>
      <div className={styles.body}>
        <div className={styles.facts}>
          <AuctionState state={phase} />
          <AuctionTime auction={auction} now={now} />
        </div>
        <h3 className={styles.title}>
          <CardLink href={routes.auction(auction._id)}>{auction.title}</CardLink>
        </h3>
        {named ? (
          <span className={styles.by}>
            <PersonName person={auction.performer} />
          </span>
        ) : null}
        <p className={styles.price}>
          <span className={styles.word}>{priceWord(auction)}</span>{' '}
          <Tokens tokens={auction.currentPrice ?? auction.startPrice} />
        </p>
        <p className={styles.word}>
          {auction.bidCount === 0 ? 'No bids yet' : plural(auction.bidCount, 'bid')}
        </p>
        {children}
      </div>
    </LinkCard>
  );
}
