import { SkeletonPerson, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';

const Shapes = ({ count }: { count: number }) => (
  <Stack>
    {Array.from({ length: count }, (_, at) => (
      <SkeletonPerson key={at} size={40} />
    ))}
  </Stack>
);

/** Comments on their way. */
export const CommentSkeleton = ({ count = 2 }: { count?: number }) => (
  <Skeleton label="Loading comments">
    <Shapes count={count} />
  </Skeleton>
);

/** Where comments will be once somebody comes near: nothing is on its way yet, so nothing is said of it. */
export const CommentPlace = ({ count }: { count: number }) => (
  <div aria-hidden="true">
    <Shapes count={count} />
  </div>
);
