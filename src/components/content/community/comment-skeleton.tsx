import { SkeletonPerson, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';

const Shapes = ({ count }: { count: number }) => (
  <Stack>
    {Array.from({ length: count }, (_, at) => (
      <SkeletonPerson key={at} size={40} />
    ))}
  </Stack>
);

export const CommentSkeleton = ({ count = 2 }: { count?: number }) => (
  <Skeleton label="Loading comments">
    <Shapes count={count} />
  </Skeleton>
);

/** Reserves the space of comments that haven't been requested yet, so it isn't announced as loading. */
export const CommentPlace = ({ count }: { count: number }) => (
  <div aria-hidden="true">
    <Shapes count={count} />
  </div>
);
