import { SkeletonPost, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';

export const PostSkeleton = ({ count = 1 }: { count?: number }) => (
  <Skeleton label="Loading posts">
    {Array.from({ length: count }, (_, at) => (
      <Card key={at} padding="tight" style={{ marginBottom: 16 }}>
        <SkeletonPost />
      </Card>
    ))}
  </Skeleton>
);
