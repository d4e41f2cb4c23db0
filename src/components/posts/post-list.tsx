import type { ReactNode } from 'react';
import type { Post } from '#contract/posts.ts';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { SkeletonPost, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PostCard } from './post-card.tsx';

export const PostSkeleton = ({ count = 1 }: { count?: number }) => (
  <Skeleton label="Loading posts">
    {Array.from({ length: count }, (_, at) => (
      <Card key={at} padding="tight" style={{ marginBottom: 16 }}>
        <SkeletonPost />
      </Card>
    ))}
  </Skeleton>
);

export interface PostListProps {
  readonly feeds: readonly Post[];
  readonly hasMore: boolean;
  readonly loading: boolean;
  readonly onMore: () => void;
  readonly error?: string | null;
  /** Accessible name of the list. */
  readonly label: string;
  readonly end?: ReactNode;
  readonly showPinned?: boolean;
}

const idOf = (feed: Post) => feed._id;

/** Posts in a single column, loaded page by page. */
export const PostList = ({ feeds, showPinned, ...rest }: PostListProps) => (
  <InfiniteList items={feeds} keyOf={idOf} skeleton={<PostSkeleton />} estimate={560} {...rest}>
    {(feed, at) => <PostCard feed={feed} priority={at === 0} showPinned={showPinned} />}
  </InfiniteList>
);
