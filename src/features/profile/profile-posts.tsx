import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { Suspense, useState } from 'react';
import { LazyClient } from '#components/lists/lazy-client.tsx';
import { PostList } from '#components/posts/post-list.tsx';
import { PostSkeleton } from '#components/posts/post-skeleton.tsx';
import { useQueryParams } from '#components/lists/query-params.ts';
import { TypeFilter } from '#components/posts/type-filter.tsx';
import { useAppSelector } from '#state/hooks.ts';
import { selectLoggedIn } from '#state/session/auth.ts';
import { IconButton } from '#ui/content/button.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import type { Posts } from './live-profile.ts';
import { tabsOf } from './more-tabs.ts';
import type { NoPostsProps } from './no-posts.tsx';
import type { PostsFilter } from './posts-filter.ts';
import styles from './profile.module.css';

const SearchBox = lazyPart(async () => (await import('#components/lists/search-box.tsx')).SearchBox);
const NoPosts = lazyPart(async () => (await import('./no-posts.tsx')).NoPosts);

export interface ProfilePostsProps extends Omit<NoPostsProps, 'error' | 'onRetry'> {
  readonly posts: Posts;
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
      feeds={items}
      hasMore={hasMore}
      loading={loading && hasMore}
      error={error}
      onMore={more}
      label={`Posts by ${rest.performer.name}`}
      showPinned
      end="You’ve reached the first post."
    />
  );
}

interface FindingProps {
  readonly name: string;
  readonly filter: PostsFilter;
  readonly onFilter: (change: Partial<PostsFilter>) => void;
}

/** The post filters: type, and a search field that opens on request. */
function Finding({ name, filter, onFilter }: FindingProps) {
  const [searching, setSearching] = useState(filter.q !== '');
  const close = () => {
    setSearching(false);
    onFilter({ q: '' });
  };
  return (
    <div className={styles.filters}>
      <div className={styles.finding}>
        <TypeFilter value={filter.type} onChange={(type) => onFilter({ type })} className={styles.types} />
        <IconButton
          label={searching ? 'Close search' : `Search ${name}’s posts`}
          aria-expanded={searching}
          onClick={() => (searching ? close() : setSearching(true))}
        >
          {searching ? <X size={18} /> : <Search size={18} />}
        </IconButton>
      </div>
      {searching ? (
        <Suspense fallback={<SkeletonBlock width="100%" height={40} />}>
          <SearchBox
            label={`Search ${name}’s posts`}
            placeholder="Search posts"
            value={filter.q}
            onChange={(q) => onFilter({ q })}
            focused={filter.q === ''}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The tabs of a profile: posts, and one for each other kind of content. */
export function ProfilePosts({ onFilter, ...rest }: ProfilePostsProps) {
  const visitor = !useAppSelector(selectLoggedIn);
  const params = useQueryParams();
  const tab = params.get('tab');
  const { performer, filter, own } = rest;
  const more = tabsOf(performer);
  const mediaItems = more.find(({ key }) => key === tab);
  return (
    <Tabs
      label={`${performer.name}’s content`}
      items={[
        { key: 'posts', label: 'Posts', count: performer.counts.feeds },
        ...more.map(({ key, label, count }) => ({ key, label, count: count(performer) })),
      ]}
      value={mediaItems ? tab : 'posts'}
      // Filters of one tab don't apply to others.
      onChange={(key) => params.set({ tab: key === 'posts' ? '' : key, type: '', q: '', sort: '' })}
      sticky
      className={cx(styles.tabs, visitor && styles.underBar)}
    >
      {mediaItems ? (
        <LazyClient skeleton={<PostSkeleton count={2} />}>
          <mediaItems.View performer={performer} own={own} />
        </LazyClient>
      ) : (
        <>
          <Finding name={performer.name} filter={filter} onFilter={onFilter} />
          <List {...rest} />
        </>
      )}
    </Tabs>
  );
}
