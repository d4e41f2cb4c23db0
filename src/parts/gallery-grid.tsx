import type { Gallery } from '#contract/galleries';
import { GalleryCard, galleryRatio } from './gallery-card.tsx';
import { WorkBones, WorkGrid, type WorkPages } from './work-grid.tsx';

/** The grid while it loads. */
export const GalleryBones = ({ count }: { count?: number }) => (
  <WorkBones label="Loading galleries" ratio={galleryRatio} count={count} />
);

/** Galleries side by side, page after page. */
export const GalleryGrid = ({ list }: { list: WorkPages<Gallery> }) => (
  <WorkGrid list={list} label="Galleries" skeleton={<GalleryBones count={3} />}>
    {(gallery) => <GalleryCard gallery={gallery} />}
  </WorkGrid>
);
