import { WallSkeleton } from '#components/content/galleries/photo-wall.tsx';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';

/** In the shape of a gallery's page. */
export const GallerySkeleton = () => (
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
