import { Later } from '#parts/later';
import { WallBones } from '#parts/photo-wall';
import { lazyPart } from '#ui/lazy-part';
import { Bone, BoneText, Skeleton } from '#ui/skeleton';
import { Stack } from '#ui/stack';
import { GalleryContent } from './gallery-content.tsx';
import type { GalleryData } from './load.tsx';

/** Without a server's data the gallery loads by itself; nobody else pays for that. */
const LoadedGallery = lazyPart(async () => (await import('./loaded-gallery.tsx')).LoadedGallery);

const GalleryPageBones = () => (
  <Stack gap={24}>
    <Skeleton label="Loading the gallery">
      <Stack gap={12}>
        <Bone height={32} width="60%" />
        <BoneText lines={2} />
      </Stack>
    </Skeleton>
    <WallBones count={12} />
  </Stack>
);

/** `/galleries/[id]`. */
export function GalleryView({ gallery, photos, related }: Partial<GalleryData>) {
  if (gallery && photos)
    return <GalleryContent key={gallery._id} gallery={gallery} photos={photos} related={related ?? []} />;
  const bones = <GalleryPageBones />;
  return (
    <Later skeleton={bones}>
      <LoadedGallery skeleton={bones} />
    </Later>
  );
}
