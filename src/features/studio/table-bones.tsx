import { Bone, Skeleton } from '#ui/skeleton';
import { Stack } from '#ui/stack';

/** Rows on their way. */
export const TableBones = () => (
  <Skeleton label="Loading posts">
    <Stack gap={12}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Bone key={row} height={64} width="100%" />
      ))}
    </Stack>
  </Skeleton>
);
