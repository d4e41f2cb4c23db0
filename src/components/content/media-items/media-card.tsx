import type { Tokens } from '#lib/units.ts';
import Lock from 'lucide-react/icons/lock';
import { Link } from '#ui/content/link.tsx';
import type { ReactNode } from 'react';
import type { AccessView, FileView, PerformerCard } from '#contract/core/schemas.ts';
import { Card } from '#ui/layout/card.tsx';
import { tokensText, useRate } from '#ui/content/money.tsx';
import { Picture } from '#ui/content/picture.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { PersonName } from '../../people/accounts/person.tsx';
import styles from './media-card.module.css';

interface MediaCardProps {
  readonly title: string;
  /** The title as it is shown, if parts of it stand out. */
  readonly heading?: ReactNode;
  readonly href: string;
  /** The creator, for lists with items of several creators; null to hide it. */
  readonly performer: PerformerCard | null;
  /** See `MediaItemPicture`. */
  readonly picture: ReactNode;
  readonly facts: ReactNode;
}

/** An item in a list. The whole card is a link. */
export const MediaCard = ({ title, heading, href, performer, picture, facts }: MediaCardProps) => (
  <Card as="article" padding="none" className={styles.card} aria-label={title}>
    <div className={styles.picture}>{picture}</div>
    <div className={styles.body}>
      <h3 className={styles.title}>
        <Link href={href} className={styles.link}>
          {heading ?? title}
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

interface MediaItemPictureProps {
  readonly sources: FileView['thumbnails'];
  readonly placeholder: string | null | undefined;
  readonly ratio: number;
  readonly priority: boolean | undefined;
  /** Shown if there is no picture. */
  readonly icon: ReactNode;
}

export const MediaItemPicture = ({ icon, ratio, sources, ...rest }: MediaItemPictureProps) =>
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

/** A label in the corner of the picture, such as the number of photos or the duration. */
export const MediaItemAmount = ({ children }: { children: ReactNode }) => (
  <span className={styles.amount}>{children}</span>
);

/** A short label that says why the item is locked. */
export function MediaItemClosed({
  item: { access, price },
}: {
  item: { readonly access: AccessView; readonly price: Tokens };
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

/** Items in a grid. */
export const MediaItemCards = <MediaItem extends { readonly _id: string }>({
  mediaItems,
  children,
}: {
  mediaItems: readonly MediaItem[];
  children: (item: MediaItem) => ReactNode;
}) => (
  <ul className={styles.grid}>
    {mediaItems.map((item) => (
      <li key={item._id} className={styles.cell}>
        {children(item)}
      </li>
    ))}
  </ul>
);
