import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { Skeleton, SkeletonBlock, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';

/** In the shape of a series' page. */
export const SeriesSkeleton = () => (
  <Stack gap={24}>
    <Skeleton label="Loading the series">
      <Stack gap={12}>
        <SkeletonBlock height={32} width="60%" />
        <SkeletonText lines={2} />
        <SkeletonBlock height={48} width={220} />
      </Stack>
    </Skeleton>
    <PostSkeleton count={2} />
  </Stack>
);
