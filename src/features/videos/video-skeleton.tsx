import { Bone, BoneText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';

/** The page of a video while it loads. */
export const VideoPageSkeleton = () => (
  <Skeleton label="Loading the video">
    <Stack gap={16}>
      <Bone ratio={16 / 9} width="100%" />
      <Bone height={32} width="60%" />
      <BoneText lines={3} />
    </Stack>
  </Skeleton>
);
