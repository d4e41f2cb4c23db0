import type { Post } from '#contract/content/posts/posts.ts';
import type { InfinitePages } from '#components/base/lists/infinite-list.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { PostList } from '#components/content/posts/post-list.tsx';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { TypeFilter } from '#components/content/posts/type-filter.tsx';
import { useAppSelector } from '#state/hooks.ts';
import { selectLoggedIn } from '#state/session/auth.ts';
import { cx } from '#ui/theme/class-names.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Tabs } from '#ui/layout/tabs.tsx';
import { listTabs } from './tabs/more-tabs.ts';
import type { NoPostsProps } from './no-posts.tsx';
import type { PostsFilter } from './posts-filter.ts';
import styles from './profile.module.css';

const TabSearch = lazyPart(async () => (await import('./tabs/tab-search.tsx')).TabSearch);
const NoPosts = lazyPart(async () => (await import('./no-posts.tsx')).NoPosts);

export interface ProfilePostsProps extends Omit<NoPostsProps, 'error' | 'onRetry'> {
  readonly posts: InfinitePages<Post>;
  readonly onFilter: (change: Partial<PostsFilter>) => void;
}

function List({ posts, ...rest }: Omit<ProfilePostsProps, 'onFilter'>) {
  const { items, hasMore, waiting, loading, error, more } = posts;
  if (items.length === 0 && waiting) return <PostSkeleton count={2} />;
  if (items.length === 0)
    return (
      <LazyClient skeleton={null}>
        <NoPosts {...rest} error={error} onRetry={more} />
      </LazyClient>
    );
  return (
    <PostList
      posts={items}
      hasMore={hasMore}
      loading={loading && hasMore}
      error={error}
      onMore={more}
      label={`Posts by ${rest.performer.name}`}
      showPinned
      priority={false}
      end="You’ve reached the first post."
    />
  );
}

/** The tabs of a profile: posts, and one for each other kind of content. */
export function ProfilePosts({ onFilter, ...rest }: ProfilePostsProps) {
  const visitor = !useAppSelector(selectLoggedIn);
  const params = useQueryParams();
  const { performer, filter, own } = rest;
  const more = listTabs(performer);
  const mediaItems = more.find(({ key }) => key === params.get('tab'));
  const open = mediaItems ? mediaItems.key : 'posts';
  return (
    <Tabs
      label={`${performer.name}’s content`}
      items={[
        { key: 'posts', label: 'Posts', count: performer.counts.feeds },
        ...more.map(({ key, label, count }) => ({ key, label, count: count(performer) })),
      ]}
      value={open}
      // Filters of one tab don't apply to others.
      onChange={(key) => params.set({ tab: key === 'posts' ? '' : key, type: '', q: '', sort: '' })}
      sticky
      tool={
        mediaItems?.isUnsearched ? null : (
          <LazyClient skeleton={params.get('q') && <div className={styles.searchSpace} />}>
            <TabSearch key={open} name={performer.name} what={open} />
          </LazyClient>
        )
      }
      className={cx(styles.tabs, visitor && styles.underBar)}
    >
      {mediaItems ? (
        <LazyClient skeleton={<PostSkeleton count={2} />}>
          <mediaItems.View performer={performer} own={own} />
        </LazyClient>
      ) : (
        <>
          <TypeFilter value={filter.type} onChange={(type) => onFilter({ type })} className={styles.types} />
          <List {...rest} />
        </>
      )}
    </Tabs>
  );
}
