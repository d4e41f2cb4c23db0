import { Link } from '#ui/content/link.tsx';
import type { ReactNode } from 'react';
import type { FileView, PerformerCard } from '#contract/core/schemas.ts';
import { Picture } from '#ui/content/picture.tsx';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { profilePath } from '../../people/accounts/person.tsx';
import styles from './media-row.module.css';

export interface MediaRowProps {
  /** Link to the item; null if it no longer exists. */
  readonly href: string | null;
  readonly title: string;
  /** The title as it is shown, if parts of it stand out. */
  readonly heading?: ReactNode;
  readonly performer: PerformerCard;
  readonly picture: FileView | null;
  /** Shown if there is no picture. */
  readonly icon: ReactNode;
  /** Shown after the creator's name: kind, price, date. */
  readonly facts: ReactNode;
  /** Actions at the end of the row. */
  readonly end?: ReactNode;
}

const pickThumbnails = (file: FileView) => (file.thumbnails.length > 0 ? file.thumbnails : file.sizes);

/** An item as a row: picture, linked title, creator. */
export const MediaRow = ({ href, title, heading, performer, picture, icon, facts, end }: MediaRowProps) => (
  <div className={styles.row}>
    <span className={styles.picture} aria-hidden="true">
      {picture && pickThumbnails(picture).length > 0 ? (
        <Picture
          sources={pickThumbnails(picture)}
          alt=""
          placeholder={picture.placeholder}
          ratio="fill"
          sizes="96px"
        />
      ) : (
        icon
      )}
    </span>
    <div className={styles.words}>
      {href ? (
        <Link href={href} className={styles.title}>
          <bdi>{heading ?? title}</bdi>
        </Link>
      ) : (
        <span className={styles.title}>
          <bdi>{heading ?? title}</bdi>
        </span>
      )}
      <span className={styles.facts}>
        <Link href={profilePath(performer)} className={styles.creator}>
          <bdi>{performer.name}</bdi>
        </Link>
        {facts}
      </span>
    </div>
    {end ? <div className={styles.end}>{end}</div> : null}
  </div>
);

export const MediaItemRowSkeleton = ({ count = 6, label }: { count?: number; label: string }) => (
  <Skeleton label={label}>
    <Stack gap={12}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={styles.row}>
          <SkeletonBlock width={96} height={72} />
          <span className={styles.words}>
            <SkeletonText lines={2} />
          </span>
        </div>
      ))}
    </Stack>
  </Skeleton>
);
