import type { ReactNode } from 'react';
import type { Post } from '#contract/content/posts/posts.ts';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { PostCard } from './post-card.tsx';
import { PostSkeleton } from './post-skeleton.tsx';

export interface PostListProps {
  readonly posts: readonly Post[];
  readonly hasMore: boolean;
  readonly loading: boolean;
  readonly onMore: () => void;
  readonly error?: string | null;
  /** Accessible name of the list. */
  readonly label: string;
  readonly end?: ReactNode;
  readonly showPinned?: boolean;
  /** On the page of this series: its title isn't repeated on each post. */
  readonly ofSeries?: string;
  /** The first post is in sight when the page opens, so its picture is fetched first. The default. */
  readonly priority?: boolean;
}

const getPostId = (post: Post) => post._id;

/** Posts in a single column, loaded page by page. */
export const PostList = ({ posts, showPinned, ofSeries, priority = true, ...rest }: PostListProps) => (
  <InfiniteList items={posts} getKey={getPostId} skeleton={<PostSkeleton />} estimate={560} {...rest}>
    {(post, at) => (
      <PostCard post={post} priority={priority && at === 0} showPinned={showPinned} ofSeries={ofSeries} />
    )}
  </InfiniteList>
);
