import type { Gallery } from '#contract/content/galleries.ts';
import { GalleryCard, galleryRatio } from './gallery-card.tsx';
import { MediaItemSkeleton, MediaCardGrid, type MediaItemPages } from '../media-items/media-grid.tsx';

export const GallerySkeleton = ({ count }: { count?: number }) => (
  <MediaItemSkeleton label="Loading galleries" ratio={galleryRatio} count={count} />
);

/** Galleries in a grid, loaded page by page. */
export const GalleryGrid = ({ list }: { list: MediaItemPages<Gallery> }) => (
  <MediaCardGrid<Gallery> list={list} label="Galleries" skeleton={<GallerySkeleton count={3} />}>
    {(gallery) => <GalleryCard gallery={gallery} />}
  </MediaCardGrid>
);
