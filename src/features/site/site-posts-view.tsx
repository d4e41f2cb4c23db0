import { Link } from '#ui/content/link.tsx';
import { routes } from '#config/routes.ts';
import { formatDay } from '#lib/format-time.ts';
import { itemsOf } from '#state/query/query-adapter.ts';
import { useListSitePostsInfiniteQuery } from '#state/api/site.ts';
import { Button } from '#ui/content/button.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import styles from './site-posts.module.css';

function News() {
  const { data, isLoading, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useListSitePostsInfiniteQuery({});
  const posts = itemsOf(data);
  if (isLoading)
    return (
      <Skeleton label="Loading news">
        {/* A screenful: what follows the list must not move in sight when the list comes. */}
        <Stack>
          {[0, 1, 2, 3, 4, 5].map((at) => (
            <SkeletonBlock key={at} height={130} />
          ))}
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
            <time dateTime={post.publishedAt}>{formatDay(post.publishedAt)}</time>
            {post.summary ? <p>{post.summary}</p> : null}
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older posts
        </Button>
      ) : null}
    </Stack>
  );
}

/** `/posts`: news of the site. */
export const SitePostsView = () => (
  <Stack gap={24}>
    <PageHead title="News" description="What’s new on this site." canonical={routes.sitePosts} />
    <PageHeader title="News" text="What’s new on this site." />
    <News />
  </Stack>
);
