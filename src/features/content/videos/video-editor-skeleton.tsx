import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';

export const EditorSkeleton = () => (
  <Skeleton label="Loading the video">
    <Stack>
      <SkeletonText lines={2} />
      <SkeletonBlock height={160} width="100%" />
      <SkeletonBlock height={220} width="100%" />
    </Stack>
  </Skeleton>
);
