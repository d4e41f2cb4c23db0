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

interface SearchProps {
  readonly name: string;
  /** Plural noun, such as "photos". */
  readonly what: string;
  readonly isSearched: boolean;
}

/**
 * The search of the open tab, kept in the address: a button beside the tabs, and the field it opens under them. Neither
 * if the tab can't be searched.
 */
function useTabSearch({ name, what, isSearched }: SearchProps) {
  const params = useQueryParams();
  const q = params.get('q');
  const [isOpen, setOpen] = useState(q !== '');
  const label = `Search ${name}’s ${what}`;
  const toggle = () => {
    setOpen(!isOpen);
    if (isOpen) params.set({ q: '' });
  };
  return {
    close: () => setOpen(false),
    tool: isSearched ? (
      <IconButton label={isOpen ? 'Close search' : label} aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? <X size={18} /> : <Search size={18} />}
      </IconButton>
    ) : null,
    field:
      isSearched && isOpen ? (
        <Suspense fallback={<SkeletonBlock width="100%" height={40} />}>
          <SearchBox
            label={label}
            placeholder={`Search ${what}`}
            value={q}
            onChange={(words) => params.set({ q: words })}
            focused={q === ''}
          />
        </Suspense>
      ) : null,
  };
}

/** The tabs of a profile: posts, and one for each other kind of content. */
export function ProfilePosts({ onFilter, ...rest }: ProfilePostsProps) {
  const visitor = !useAppSelector(selectLoggedIn);
  const params = useQueryParams();
  const { performer, filter, own } = rest;
  const more = tabsOf(performer);
  const mediaItems = more.find(({ key }) => key === params.get('tab'));
  const open = mediaItems ?? { key: 'posts', label: 'Posts', isSearched: true };
  const search = useTabSearch({
    name: performer.name,
    what: open.label.toLowerCase(),
    isSearched: open.isSearched,
  });
  const choose = (key: string) => {
    // Filters of one tab don't apply to others.
    params.set({ tab: key === 'posts' ? '' : key, type: '', q: '', sort: '' });
    search.close();
  };
  return (
    <Tabs
      label={`${performer.name}’s content`}
      items={[
        { key: 'posts', label: 'Posts', count: performer.counts.feeds },
        ...more.map(({ key, label, count }) => ({ key, label, count: count(performer) })),
      ]}
      value={open.key}
      onChange={choose}
      sticky
      tool={search.tool}
      below={search.field}
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
