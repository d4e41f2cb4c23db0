import { routes } from '#config/routes.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import { PostList } from '#components/content/posts/post-list.tsx';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import type { CategoryData, CategoryParams } from './category-params.ts';
import { LivePosts } from './live-category.ts';
import { useFound } from './use-found.ts';
import styles from './explore.module.css';

export interface CategoryPostsProps {
  readonly params: CategoryParams;
  readonly name: string;
  readonly first: CategoryData['posts'] | undefined;
}

interface ListProps {
  readonly list: ReturnType<typeof useFound<Post>>['list'];
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
    <PostList
      posts={items}
      hasMore={hasMore}
      loading={loading && hasMore}
      error={error}
      onMore={more}
      label="Posts"
    />
  );
}

/** What everybody may read by the creators of a category, newest first. */
export function CategoryPosts({ params, name, first }: CategoryPostsProps) {
  const { isAwake, list, setFound } = useFound<Post>(
    params,
    first && { data: first.data, hasMore: Boolean(first.nextCursor) },
  );
  return (
    <div className={styles.posts}>
      <List list={list} name={name} category={params.category} />
      {isAwake ? <LivePosts params={params} onFound={setFound} /> : null}
    </div>
  );
}
