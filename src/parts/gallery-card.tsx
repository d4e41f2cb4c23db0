import Images from 'lucide-react/icons/images';
import Lock from 'lucide-react/icons/lock';
import Link from 'next/link';
import { routes } from '#config/routes';
import type { Gallery } from '#contract/galleries';
import { plural } from '#lib/format';
import { Card } from '#ui/card';
import { InfiniteList } from '#ui/infinite-list';
import { tokensText, useRate } from '#ui/money';
import { Picture } from '#ui/picture';
import { RelativeTime } from '#ui/relative-time';
import { Bone, BoneText, Skeleton } from '#ui/skeleton';
import { VisuallyHidden } from '#ui/visually-hidden';
import type { Endless } from './endless.tsx';
import styles from './gallery-card.module.css';
import { PersonName } from './person.tsx';

/** What keeps it closed, in a few words. */
function Closed({ gallery: { access } }: { gallery: Gallery }) {
  const rate = useRate();
  const way = access.routes.find(({ need }) => need === 'purchase');
  const words = way ? tokensText(way.price, rate) : access.routes.some(({ need }) => need === 'follow') ? 'Followers' : 'Subscribers';
  return <span className={styles.closed}><Lock size={12} aria-hidden="true" /><VisuallyHidden>Locked: </VisuallyHidden>{words}</span>;
}

/** Sizes of the picture that stands for it; the blurred one where it is locked. */
export const coverOf = ({ cover }: Pick<Gallery, 'cover'>) => (cover?.sizes.length ? cover.sizes : (cover?.thumbnails ?? []));

function Shown({ gallery, priority }: { gallery: Gallery; priority?: boolean }) {
  const sources = coverOf(gallery);
  return (
    <div className={styles.cover}>
      {sources.length > 0
        ? <Picture sources={sources} placeholder={gallery.cover?.placeholder} alt="" ratio={4 / 3} sizes="(min-width: 1024px) 330px, (min-width: 640px) 50vw, 100vw" priority={priority} />
        : <span className={styles.none}><Images size={32} aria-hidden="true" /></span>}
      {gallery.access.allowed ? null : <Closed gallery={gallery} />}
      <span className={styles.count}><Images size={13} aria-hidden="true" />{plural(gallery.numOfItems, 'photo')}</span>
    </div>
  );
}

export interface GalleryCardProps {
  readonly gallery: Gallery;
  /** Says whose it is: in a list of several creators'. */
  readonly named?: boolean;
  readonly priority?: boolean;
}

/** A gallery in a list. The whole card leads to it. */
export const GalleryCard = ({ gallery, named, priority }: GalleryCardProps) => (
  <Card as="article" padding="none" className={styles.card} aria-label={gallery.title}>
    <Shown gallery={gallery} priority={priority} />
    <div className={styles.body}>
      <h3 className={styles.title}><Link href={routes.gallery(gallery._id)} prefetch={false} className={styles.link}>{gallery.title}</Link></h3>
      {named ? <span className={styles.by}><PersonName person={gallery.performer} /></span> : null}
      <p className={styles.facts}><RelativeTime iso={gallery.publishedAt ?? gallery.createdAt} /></p>
    </div>
  </Card>
);

/** The grid while it loads. */
export const GalleryBones = ({ count = 6 }: { count?: number }) => (
  <Skeleton label="Loading galleries">
    <div className={styles.grid}>
      {Array.from({ length: count }, (_, at) => (
        <Card key={at} padding="none" className={styles.card}>
          <Bone ratio={4 / 3} width="100%" />
          <div className={styles.body}><BoneText lines={2} /></div>
        </Card>
      ))}
    </div>
  </Skeleton>
);

/** A multiple of every number of columns, so that only the last row can have gaps. */
const rowSize = 6;
const rowsOf = (galleries: readonly Gallery[]): Gallery[][] => Array.from({ length: Math.ceil(galleries.length / rowSize) }, (_, at) => galleries.slice(at * rowSize, (at + 1) * rowSize));
const keyOf = (row: readonly Gallery[]) => row[0]?._id ?? '';

export interface GalleryGridProps {
  readonly list: Pick<Endless<Gallery>, 'items' | 'hasMore' | 'loading' | 'more' | 'error'>;
  readonly named?: boolean;
}

/** Galleries side by side, page after page. */
export const GalleryGrid = ({ list: { items, more, ...rest }, named }: GalleryGridProps) => (
  <InfiniteList items={rowsOf(items)} keyOf={keyOf} {...rest} onMore={more} skeleton={<GalleryBones count={3} />} estimate={620} label="Galleries">
    {(row) => (
      <ul className={styles.grid}>
        {row.map((gallery) => <li key={gallery._id} className={styles.cell}><GalleryCard gallery={gallery} named={named} /></li>)}
      </ul>
    )}
  </InfiniteList>
);
