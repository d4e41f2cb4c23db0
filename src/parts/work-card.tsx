import Lock from 'lucide-react/icons/lock';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { AccessView, FileView, PerformerCard } from '#contract/common';
import { Card } from '#ui/card';
import { tokensText, useRate } from '#ui/money';
import { Picture } from '#ui/picture';
import { VisuallyHidden } from '#ui/visually-hidden';
import { PersonName } from './person.tsx';
import styles from './work-card.module.css';

interface WorkCardProps {
  readonly title: string;
  readonly href: string;
  /** Whose it is: in a list of several creators'. */
  readonly performer: PerformerCard | null;
  /** What stands for it; see `WorkPicture`. */
  readonly picture: ReactNode;
  readonly facts: ReactNode;
}

/** A work in a list. The whole card leads to it. */
export const WorkCard = ({ title, href, performer, picture, facts }: WorkCardProps) => (
  <Card as="article" padding="none" className={styles.card} aria-label={title}>
    <div className={styles.picture}>{picture}</div>
    <div className={styles.body}>
      <h3 className={styles.title}>
        <Link href={href} prefetch={false} className={styles.link}>
          {title}
        </Link>
      </h3>
      {performer ? (
        <span className={styles.by}>
          <PersonName person={performer} />
        </span>
      ) : null}
      <p className={styles.facts}>{facts}</p>
    </div>
  </Card>
);

interface WorkPictureProps {
  readonly sources: FileView['thumbnails'];
  readonly placeholder: string | null | undefined;
  readonly ratio: number;
  readonly priority: boolean | undefined;
  /** Stands where there is no picture. */
  readonly icon: ReactNode;
}

export const WorkPicture = ({ icon, ratio, sources, ...rest }: WorkPictureProps) =>
  sources.length > 0 ? (
    <Picture
      {...rest}
      sources={sources}
      ratio={ratio}
      alt=""
      sizes="(min-width: 1024px) 330px, (min-width: 640px) 50vw, 100vw"
    />
  ) : (
    <span className={styles.none} style={{ aspectRatio: ratio }}>
      {icon}
    </span>
  );

/** In the corner of the picture: how many, how long. */
export const WorkAmount = ({ children }: { children: ReactNode }) => (
  <span className={styles.amount}>{children}</span>
);

/** What keeps it closed, in a few words. */
export function WorkClosed({
  work: { access, price },
}: {
  work: { readonly access: AccessView; readonly price: number };
}) {
  const rate = useRate();
  if (access.allowed) return null;
  const way = access.routes.find(({ need }) => need === 'purchase');
  const words = way
    ? tokensText(way.price, rate)
    : access.routes.some(({ need }) => need === 'follow')
      ? 'Followers'
      : price > 0
        ? tokensText(price, rate)
        : 'Subscribers';
  return (
    <span className={styles.closed}>
      <Lock size={12} aria-hidden="true" />
      <VisuallyHidden>Locked: </VisuallyHidden>
      {words}
    </span>
  );
}

/** Works side by side. */
export const WorkCards = <Work extends { readonly _id: string }>({
  works,
  children,
}: {
  works: readonly Work[];
  children: (work: Work) => ReactNode;
}) => (
  <ul className={styles.grid}>
    {works.map((work) => (
      <li key={work._id} className={styles.cell}>
        {children(work)}
      </li>
    ))}
  </ul>
);
