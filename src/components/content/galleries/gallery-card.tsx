import Images from 'lucide-react/icons/images';
import { routes } from '#config/routes.ts';
import type { Gallery } from '#contract/content/galleries.ts';
import { plural } from '#lib/format.ts';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { MediaItemAmount, MediaCard, MediaItemClosed, MediaItemPicture } from '../media-items/media-card.tsx';

export const galleryRatio = 4 / 3;

/** Sizes of the cover picture; the blurred ones if the gallery is locked. */
export const coverSources = ({ cover }: Pick<Gallery, 'cover'>) =>
  cover?.sizes.length ? cover.sizes : (cover?.thumbnails ?? []);

const Shown = ({ gallery, priority }: { gallery: Gallery; priority: boolean | undefined }) => (
  <>
    <MediaItemPicture
      sources={coverSources(gallery)}
      placeholder={gallery.cover?.placeholder}
      ratio={galleryRatio}
      priority={priority}
      icon={<Images size={32} aria-hidden="true" />}
    />
    <MediaItemClosed item={gallery} />
    <MediaItemAmount>
      <Images size={13} aria-hidden="true" />
      {plural(gallery.numOfItems, 'photo')}
    </MediaItemAmount>
  </>
);

export interface GalleryCardProps {
  readonly gallery: Gallery;
  /** Shows the creator's name, for lists with galleries of several creators. */
  readonly named?: boolean;
  readonly priority?: boolean;
}

export const GalleryCard = ({ gallery, named, priority }: GalleryCardProps) => (
  <MediaCard
    title={gallery.title}
    href={routes.gallery(gallery._id)}
    performer={named ? gallery.performer : null}
    picture={<Shown gallery={gallery} priority={priority} />}
    facts={<RelativeTime iso={gallery.publishedAt ?? gallery.createdAt} />}
  />
);
