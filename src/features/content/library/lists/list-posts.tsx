import Newspaper from 'lucide-react/icons/newspaper';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { PostList } from '#components/content/posts/post-list.tsx';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { listPosts, postsAPage } from '#services/content/posts/posts.ts';
import { useList } from '#state/query/hooks.ts';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';

/** The posts of a list's creators, newest first. */
export function ListPosts({ id }: { id: string }) {
  const { items, hasMore, waiting, loading, error, more } = toInfinitePages(
    useList(listPosts, { query: { listId: id, limit: postsAPage } }, { refetchOnMountOrArgChange: true }),
  );
  if (waiting) return <PostSkeleton count={3} />;
  if (items.length === 0 && error) return <ErrorState text={error} onRetry={more} />;
  if (items.length === 0)
    return (
      <EmptyState
        icon={<Newspaper size={28} />}
        title="No posts yet"
        text="What the creators in this list publish appears here, newest first."
      />
    );
  return (
    <PostList
      posts={items}
      hasMore={hasMore}
      loading={loading}
      onMore={more}
      error={error}
      label="Posts of the creators in this list"
    />
  );
}
