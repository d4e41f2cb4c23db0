import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { PostList } from '#components/content/posts/post-list.tsx';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { listPostBookmarks } from '#services/content/reactions.ts';
import { useList } from '#state/query/hooks.ts';
import { ErrorState } from '#ui/feedback/states.tsx';
import { NoBookmarks } from './no-bookmarks.tsx';

/**
 * Bookmarked posts. A post whose bookmark was removed stays in the list until it is reopened, so that the
 * bookmark can be restored.
 */
export function BookmarkedPosts() {
  const { items, hasMore, waiting, loading, error, more } = toInfinitePages(
    useList(listPostBookmarks, {}, { refetchOnMountOrArgChange: true }),
  );
  if (waiting) return <PostSkeleton count={3} />;
  if (items.length === 0 && error) return <ErrorState text={error} onRetry={more} />;
  if (items.length === 0) return <NoBookmarks what="posts" />;
  return (
    <PostList
      posts={items}
      hasMore={hasMore}
      loading={loading}
      onMore={more}
      error={error}
      label="Bookmarked posts"
    />
  );
}
