import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';

export const VideoPageSkeleton = () => (
  <Skeleton label="Loading the video">
    <Stack gap={16}>
      <SkeletonBlock ratio={16 / 9} width="100%" />
      <SkeletonBlock height={32} width="60%" />
      <SkeletonText lines={3} />
    </Stack>
  </Skeleton>
);
