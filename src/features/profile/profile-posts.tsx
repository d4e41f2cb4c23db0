import { lazy, useState } from 'react';
import type { FeedType } from '#contract/feeds';
import { Later } from '#parts/later';
import { PostList, PostSkeleton } from '#parts/post-list';
import { TypeFilter } from '#parts/type-filter';
import { useAppSelector } from '#state/hooks';
import { selectLoggedIn } from '#state/auth';
import { cx } from '#ui/class-names';
import { Tabs } from '#ui/tabs';
import type { Posts } from './live-profile.tsx';
import type { NoPostsProps } from './no-posts.tsx';
import styles from './profile.module.css';

const NoPosts = lazy(async () => ({ default: (await import('./no-posts.tsx')).NoPosts }));

export interface ProfilePostsProps extends Omit<NoPostsProps, 'error' | 'onRetry'> {
  readonly posts: Posts;
  readonly onType: (type: FeedType | null) => void;
}

function List({ posts, ...rest }: Omit<ProfilePostsProps, 'onType'>) {
  const { items, hasMore, waiting, loading, error, more } = posts;
  if (items.length === 0 && waiting) return <PostSkeleton count={2} />;
  if (items.length === 0) return <Later skeleton={null}><NoPosts {...rest} error={error} onRetry={more} /></Later>;
  return <PostList feeds={items} hasMore={hasMore} loading={loading && hasMore} error={error} onMore={more} label={`Posts by ${rest.performer.name}`} showPinned end="That was the first post." />;
}

/** Everything there is to see of a creator. More kinds of work will stand beside the posts. */
export function ProfilePosts({ onType, ...rest }: ProfilePostsProps) {
  const visitor = !useAppSelector(selectLoggedIn);
  const [tab, setTab] = useState<'posts'>('posts');
  const { performer, type } = rest;
  return (
    <Tabs
      label={`What ${performer.name} publishes`}
      items={[{ key: 'posts', label: 'Posts', count: performer.counts.feeds }]}
      value={tab}
      onChange={setTab}
      sticky
      className={cx(styles.tabs, visitor && styles.underBar)}
    >
      <TypeFilter value={type} onChange={onType} className={styles.filters} />
      <List {...rest} />
    </Tabs>
  );
}
