import type { ReactNode } from 'react';
import type { PerformerRow } from '#contract/people/creators.ts';
import type { PublicSettings } from '#contract/base/site.ts';
import { formatCount, formatMoney } from '#lib/format.ts';
import { plainText } from '#lib/text-tags.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { CardLink, LinkCard } from '#ui/layout/link-card.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { VerifiedMark } from '#ui/content/verified-mark.tsx';
import { ownText } from '../../trade/subscriptions/next-step.ts';
import { Cover } from '../../content/media-items/cover.tsx';
import { FollowButton } from './follow-button.tsx';
import { Person, profilePath } from '../accounts/person.tsx';
import styles from './creator-card.module.css';

type Priced = Pick<PerformerRow, 'isFreeSubscription' | 'monthlyPrice'>;

/**
 * "$9.99 a month", preceded by "Free to try" where both the creator and the site offer that. Falls back to a
 * description for creators without a price.
 */
export const priceText = (
  { isFreeSubscription, monthlyPrice }: Priced,
  { currency, freeSubscriptionEnabled }: Pick<PublicSettings, 'currency' | 'freeSubscriptionEnabled'>,
): string =>
  [
    isFreeSubscription && freeSubscriptionEnabled ? 'Free to try' : null,
    monthlyPrice === null ? null : `${formatMoney(monthlyPrice, currency)} a month`,
  ]
    .filter(Boolean)
    .join(', ') || 'Free to follow';

const followersText = (count: number) => `${formatCount(count)} ${count === 1 ? 'follower' : 'followers'}`;

export interface CreatorCardProps {
  readonly creator: PerformerRow;
  /** The cover is above the fold. */
  readonly priority?: boolean;
  /** Renders the name, handle and bio, if parts of them stand out. */
  readonly mark?: ((text: string) => ReactNode) | undefined;
}

const asIs = (text: string): ReactNode => text;

/** A creator in a list, with cover, name, bio and price. The whole card links to the profile. */
export function CreatorCard({ creator, priority, mark = asIs }: CreatorCardProps) {
  const settings = useAppSelector(selectSettings);
  const bio = plainText(creator.bio);
  return (
    <LinkCard padding="none" className={styles.card} aria-label={creator.name}>
      <Cover
        address={creator.cover}
        id={creator._id}
        sizes="(min-width: 1200px) 320px, (min-width: 640px) 50vw, calc(100vw - 2rem)"
        priority={priority}
      />
      <div className={styles.body}>
        <div className={styles.top}>
          <Avatar
            src={creator.avatar}
            size={64}
            ring
            live={creator.isLive}
            online={creator.isOnline}
            priority={priority}
          />
          <span className={styles.follow}>
            <FollowButton
              performer={creator}
              isFollowed={creator.isFollowed}
              isSubscribed={creator.isSubscribed}
            />
          </span>
        </div>
        <div className={styles.who}>
          <h3 className={styles.name}>
            <CardLink href={profilePath(creator)} className={styles.link}>
              <bdi>{mark(creator.name)}</bdi>
            </CardLink>
            {creator.isVerified ? <VerifiedMark /> : null}
          </h3>
          <span className={styles.handle}>@{mark(creator.username)}</span>
        </div>
        <p className={styles.bio}>{mark(bio)}</p>
        <div className={styles.facts}>
          <span className={styles.price}>
            {creator.subscription ? ownText(creator.subscription) : priceText(creator, settings)}
          </span>
          <span>{followersText(creator.counts.followers)}</span>
          {creator.isLive ? <Chip tone="live">Live</Chip> : null}
        </div>
      </div>
    </LinkCard>
  );
}

/** A creator in a narrow column. */
export const CreatorRow = ({ creator }: { creator: PerformerRow }) => (
  <div className={styles.row}>
    <Person person={creator} />
    <FollowButton performer={creator} isFollowed={creator.isFollowed} isSubscribed={creator.isSubscribed} />
  </div>
);
