import type { Performer } from '#contract/people/creators.ts';
import { formatCount } from '#lib/format.ts';
import { Cover } from '#components/content/media-items/cover.tsx';
import { FollowButton } from '#components/people/creators/follow-button.tsx';
import { Avatar } from '#ui/content/avatar.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { LongText } from '#ui/content/rich-text.tsx';
import { VerifiedMark } from '#ui/content/verified-mark.tsx';
import { ProfileActions } from './profile-actions.tsx';
import styles from './profile.module.css';

const words: readonly (readonly [keyof Performer['counts'], string, string])[] = [
  ['feeds', 'post', 'posts'],
  ['followers', 'follower', 'followers'],
  ['likes', 'like', 'likes'],
];

/**
 * Posts and followers are always shown, likes only if there are any. The tabs count the rest: a photo in a post
 * isn't one more thing to open.
 */
const Counts = ({ counts }: Pick<Performer, 'counts'>) => (
  <ul className={styles.counts}>
    {words
      .filter(([name]) => counts[name] > 0 || name !== 'likes')
      .map(([name, one, many]) => (
        <li key={name}>
          <strong>{formatCount(counts[name])}</strong> {counts[name] === 1 ? one : many}
        </li>
      ))}
  </ul>
);

export interface ProfileHeaderProps {
  readonly performer: Performer;
  /** The viewer's own profile. */
  readonly own: boolean;
}

/** Cover, avatar, name, counts and bio. */
export const ProfileHeader = ({ performer, own }: ProfileHeaderProps) => (
  <header className={styles.header}>
    <Cover
      address={performer.cover}
      id={performer._id}
      sizes="(min-width: 1376px) 1040px, (min-width: 768px) calc(100vw - 120px), 100vw"
      priority
      className={styles.cover}
    />
    <div className={styles.top}>
      <Avatar
        src={performer.avatar}
        size={96}
        ring
        priority
        live={performer.isLive}
        online={performer.isOnline}
        className={styles.avatar}
      />
      <div className={styles.acts}>
        {own ? null : (
          <span className={styles.follow}>
            <FollowButton
              performer={performer}
              isFollowed={performer.isFollowed}
              isSubscribed={performer.isSubscribed}
            />
          </span>
        )}
        <ProfileActions performer={performer} own={own} />
      </div>
    </div>
    <div className={styles.who}>
      <h1 className={styles.name}>
        <bdi>{performer.name}</bdi> {performer.isVerified ? <VerifiedMark /> : null}
      </h1>
      <p className={styles.handle}>
        @{performer.username}
        {performer.pronouns ? <span>{performer.pronouns}</span> : null}
        {performer.isLive ? <Chip tone="live">Live</Chip> : null}
      </p>
      <Counts counts={performer.counts} />
      {performer.bio ? <LongText text={performer.bio} lines={4} className={styles.bio} /> : null}
      {performer.categories.length > 0 ? (
        <ul className={styles.tags} aria-label="Categories">
          {performer.categories.map((name) => (
            <li key={name}>
              <Chip className={styles.tag}>{name}</Chip>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  </header>
);
