import { useState } from 'react';
import type { FeedType } from '#contract/feeds';
import type { Performer } from '#contract/performers';
import { routes } from '#config/routes';
import { PostList, PostSkeleton } from '#parts/post-list';
import { TypeFilter, typeLabels } from '#parts/type-filter';
import { useAppSelector } from '#state/hooks';
import { selectLoggedIn } from '#state/auth';
import { Button } from '#ui/button';
import { ButtonLink } from '#ui/button-link';
import { cx } from '#ui/class-names';
import { EmptyState, ErrorState } from '#ui/states';
import { Tabs } from '#ui/tabs';
import type { Posts } from './live-profile.tsx';
import styles from './profile.module.css';

interface NothingProps {
  readonly performer: Performer;
  readonly own: boolean;
  readonly type: FeedType | null;
  readonly onAll: () => void;
}

/** No posts: why, and the one thing to do. */
function Nothing({ performer, own, type, onAll }: NothingProps) {
  if (type !== null) return <EmptyState compact level={3} title={`No ${typeLabels[type].toLowerCase()} yet`} action={<Button onClick={onAll}>Show all posts</Button>} />;
  if (own && !performer.isVerified) return <EmptyState compact level={3} title="Nothing posted yet" text="You can post as soon as your profile is approved." />;
  if (own) return <EmptyState compact level={3} title="Nothing posted yet" text="Your first post shows people what they can expect." action={<ButtonLink variant="primary" href={routes.newFeed}>New post</ButtonLink>} />;
  return <EmptyState compact level={3} title="Nothing posted yet" text={`Follow ${performer.name} and the first post will be on your home page.`} />;
}

export interface ProfilePostsProps extends NothingProps {
  readonly posts: Posts;
  readonly onType: (type: FeedType | null) => void;
}

function List({ posts, ...rest }: Omit<ProfilePostsProps, 'onType'>) {
  const { items, hasMore, waiting, loading, error, more } = posts;
  if (items.length === 0 && waiting) return <PostSkeleton count={2} />;
  if (items.length === 0 && error) return <ErrorState compact level={3} text={error} onRetry={more} />;
  if (items.length === 0) return <Nothing {...rest} />;
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
