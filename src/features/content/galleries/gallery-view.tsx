import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { WallSkeleton } from '#components/content/galleries/photo-wall.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { GalleryContent } from './gallery-content.tsx';
import type { GalleryData } from './load-gallery.ts';

/** Loads only if the server sent no data. */
const LoadedGallery = lazyPart(async () => (await import('./loaded-gallery.tsx')).LoadedGallery);

const GalleryPageSkeleton = () => (
  <Stack gap={24}>
    <Skeleton label="Loading the gallery">
      <Stack gap={12}>
        <SkeletonBlock height={32} width="60%" />
        <SkeletonText lines={2} />
      </Stack>
    </Skeleton>
    <WallSkeleton count={12} />
  </Stack>
);

/** `/galleries/[id]`. */
export function GalleryView({ gallery, photos, related }: Partial<GalleryData>) {
  if (gallery && photos)
    return <GalleryContent key={gallery._id} gallery={gallery} photos={photos} related={related ?? []} />;
  const skeleton = <GalleryPageSkeleton />;
  return (
    <LazyClient skeleton={skeleton}>
      <LoadedGallery skeleton={skeleton} />
    </LazyClient>
  );
}
