import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';

/** Rows on their way. */
export const TableSkeleton = () => (
  <Skeleton label="Loading videos">
    <Stack gap={12}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <SkeletonBlock key={row} height={72} width="100%" />
      ))}
    </Stack>
  </Skeleton>
);
