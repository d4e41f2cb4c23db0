import { Bone, BoneText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';

/** A video's editor on its way. */
export const EditorSkeleton = () => (
  <Skeleton label="Loading the video">
    <Stack>
      <BoneText lines={2} />
      <Bone height={160} width="100%" />
      <Bone height={220} width="100%" />
    </Stack>
  </Skeleton>
);
