import { Link } from '#ui/content/link.tsx';
import { routes } from '#config/routes.ts';
import { formatDay } from '#lib/format-time.ts';
import { itemsOf } from '#state/query/query-adapter.ts';
import { listSitePosts } from '#services/base/site.ts';
import { useList } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import type { SitePostsData } from './load-site-posts.ts';
import styles from './site-posts.module.css';

/**
 * The posts, and whether there are more. `first` was rendered by the server and is shown until the query has
 * loaded.
 */
function useSitePosts(first: SitePostsData['first']) {
  const query = useList(listSitePosts);
  const { data, isLoading, hasNextPage } = query;
  return first && !data
    ? { ...query, posts: first.data, hasMore: first.total > first.data.length, isWaiting: false }
    : { ...query, posts: itemsOf(data), hasMore: hasNextPage, isWaiting: isLoading };
}

function News({ first }: { first: SitePostsData['first'] }) {
  const { posts, hasMore, isWaiting, data, isError, isFetching, refetch, fetchNextPage, isFetchingNextPage } =
    useSitePosts(first);
  if (isWaiting)
    return (
      <Skeleton label="Loading news">
        <Stack>
          <SkeletonBlock height={88} />
          <SkeletonBlock height={88} />
        </Stack>
      </Skeleton>
    );
  if (isError && posts.length === 0) return <ErrorState onRetry={() => void refetch()} busy={isFetching} />;
  if (posts.length === 0)
    return <EmptyState title="No news yet" text="Announcements from this site will appear here." />;
  return (
    <Stack>
      <ul className={styles.list}>
        {posts.map((post) => (
          <li key={post._id} className={styles.item}>
            <h2>
              <Link href={routes.sitePost(post.slug)}>{post.title}</Link>
            </h2>
            {/* The date may differ between the time zones of server and user. */}
            <time dateTime={post.publishedAt} suppressHydrationWarning>
              {formatDay(post.publishedAt)}
            </time>
            {post.summary ? <p>{post.summary}</p> : null}
          </li>
        ))}
      </ul>
      {hasMore ? (
        <Button busy={isFetchingNextPage || !data} onClick={() => void fetchNextPage()}>
          Show older posts
        </Button>
      ) : null}
    </Stack>
  );
}

/** `/posts`: news by the operator. */
export const SitePostsView = ({ first }: Partial<SitePostsData>) => (
  <Stack gap={24}>
    <PageHead title="News" description="What’s new on this site." canonical={routes.sitePosts} />
    <PageHeader title="News" text="What’s new on this site." />
    <News first={first} />
  </Stack>
);
