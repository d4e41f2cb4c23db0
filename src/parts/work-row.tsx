import Link from 'next/link';
import type { ReactNode } from 'react';
import type { FileView, PerformerCard } from '#contract/common';
import { Picture } from '#ui/picture';
import { Bone, BoneText, Skeleton } from '#ui/skeleton';
import { Stack } from '#ui/stack';
import { profileOf } from './person.tsx';
import styles from './work-row.module.css';

export interface WorkRowProps {
  /** Where it opens; null where there is nothing to open any more. */
  readonly href: string | null;
  readonly title: string;
  readonly performer: PerformerCard;
  readonly picture: FileView | null;
  /** Stands where there is no picture. */
  readonly icon: ReactNode;
  /** After the creator's name: kind, price, date. */
  readonly facts: ReactNode;
  /** At the end: what can be done with the row. */
  readonly end?: ReactNode;
}

const sourcesOf = (file: FileView) => (file.thumbnails.length > 0 ? file.thumbnails : file.sizes);

/** A work as a row: its picture, its name that opens it, whose it is. */
export const WorkRow = ({ href, title, performer, picture, icon, facts, end }: WorkRowProps) => (
  <div className={styles.row}>
    <span className={styles.picture} aria-hidden="true">
      {picture && sourcesOf(picture).length > 0 ? (
        <Picture
          sources={sourcesOf(picture)}
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
        <Link href={href} prefetch={false} className={styles.title}>
          <bdi>{title}</bdi>
        </Link>
      ) : (
        <span className={styles.title}>
          <bdi>{title}</bdi>
        </span>
      )}
      <span className={styles.facts}>
        <Link href={profileOf(performer)} prefetch={false} className={styles.creator}>
          <bdi>{performer.name}</bdi>
        </Link>
        {facts}
      </span>
    </div>
    {end ? <div className={styles.end}>{end}</div> : null}
  </div>
);

/** Rows on their way. */
export const WorkRowBones = ({ count = 6, label }: { count?: number; label: string }) => (
  <Skeleton label={label}>
    <Stack gap={12}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={styles.row}>
          <Bone width={96} height={72} />
          <span className={styles.words}>
            <BoneText lines={2} />
          </span>
        </div>
      ))}
    </Stack>
  </Skeleton>
);
