import { Link } from '#ui/content/link.tsx';
import type { ReactNode } from 'react';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { routes } from '#config/routes.ts';
import { Avatar, type AvatarProps } from '#ui/content/avatar.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { VerifiedMark } from '#ui/content/verified-mark.tsx';
import styles from './person.module.css';

type Named = Pick<PerformerCard, '_id' | 'username' | 'name' | 'isVerified' | 'isPerformer'>;

/** Path of a creator's profile: by username, or by id if there is none. */
export const profilePath = ({ username, _id }: Pick<PerformerCard, '_id' | 'username'>): string =>
  routes.profile(username || _id);

/** A name with the verified badge. Creators' names link to their profiles; fans have none. */
export const PersonName = ({ person, className }: { person: Named; className?: string }) => (
  <span className={cx(styles.name, className)}>
    {person.isPerformer ? (
      <Link href={profilePath(person)} className={styles.nameLink}>
        <bdi>{person.name}</bdi>
      </Link>
    ) : (
      <bdi className={styles.nameWords}>{person.name}</bdi>
    )}
    {person.isVerified ? <VerifiedMark /> : null}
  </span>
);

export interface PersonProps {
  readonly person: PerformerCard;
  readonly size?: AvatarProps['size'];
  /** Shown below the name, after the @username. */
  readonly aside?: ReactNode;
  readonly priority?: boolean;
}

/** Hidden from the keyboard and screen readers because the name next to it links to the same page. */
const Face = ({ person, children }: { person: PerformerCard; children: ReactNode }) =>
  person.isPerformer ? (
    <Link href={profilePath(person)} tabIndex={-1} aria-hidden="true" className={styles.face}>
      {children}
    </Link>
  ) : (
    <span aria-hidden="true" className={styles.face}>
      {children}
    </span>
  );

/** Avatar, name and @username, as in the header of a post or a row of a list. */
export const Person = ({ person, size = 48, aside, priority }: PersonProps) => (
  <div className={styles.person}>
    <Face person={person}>
      <Avatar
        src={person.avatar}
        size={size}
        online={person.isOnline}
        live={person.isLive}
        priority={priority}
      />
    </Face>
    <div className={styles.words}>
      <PersonName person={person} />
      <span className={styles.under}>
        <span className={styles.handle}>@{person.username}</span>
        {aside}
      </span>
    </div>
  </div>
);
