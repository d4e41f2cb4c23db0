import { routes } from '#config/routes.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import { type InfinitePages, toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { PostList } from '#components/content/posts/post-list.tsx';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { listPosts } from '#services/content/posts/posts.ts';
import { useBeginWhenIdle } from '#state/query/use-live.ts';
import { useSeededList } from '#state/query/use-seeded.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { type CategoryParams, postsQuery } from './category-params.ts';
import styles from './explore.module.css';

export interface CategoryPostsProps {
  readonly params: CategoryParams;
  readonly name: string;
  /** The first page, if the server sent it. */
  readonly sent: ReplyOf<'GET /user/feeds'> | undefined;
}

interface ListProps {
  readonly list: InfinitePages<Post>;
  readonly name: string;
  readonly category: string;
}

function List({ list: { items, hasMore, waiting, loading, error, more }, name, category }: ListProps) {
  if (items.length === 0 && waiting) return <PostSkeleton count={3} />;
  if (items.length === 0 && error) return <ErrorState text={error} onRetry={more} />;
  if (items.length === 0)
    return (
      <EmptyState
        title={`No public posts in ${name} yet`}
        text="Posts that everyone can read appear here, newest first."
        action={<ButtonLink href={routes.category(category)}>See creators</ButtonLink>}
      />
    );
  return (
    <PostList posts={items} hasMore={hasMore} loading={loading} error={error} onMore={more} label="Posts" />
  );
}

/** What everybody may read by the creators of a category, newest first. */
export function CategoryPosts({ params, name, sent }: CategoryPostsProps) {
  const query = useSeededList(listPosts, { query: postsQuery(params) }, sent);
  useBeginWhenIdle(query.begin);
  return (
    <div className={styles.posts}>
      <List list={toInfinitePages(query)} name={name} category={params.category} />
    </div>
  );
}
