import { routes } from '#config/routes.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { formatDay } from '#lib/format-time.ts';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { listSitePosts } from '#services/base/site.ts';
import { useSeededList } from '#state/query/use-seeded.ts';
import { Button } from '#ui/content/button.tsx';
import { Link } from '#ui/content/link.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import styles from './site-posts.module.css';

interface SitePostsProps {
  /** The first page, if the server sent it. */
  readonly first: ReplyOf<'GET /posts/search'> | undefined;
}

/** News by the operator. */
export function SitePosts({ first }: SitePostsProps) {
  const { items: posts, ...list } = toInfinitePages(useSeededList(listSitePosts, {}, first));
  if (posts.length === 0 && list.waiting)
    return (
      <Skeleton label="Loading news">
        <Stack>
          <SkeletonBlock height={88} />
          <SkeletonBlock height={88} />
        </Stack>
      </Skeleton>
    );
  if (posts.length === 0 && list.error) return <ErrorState onRetry={list.more} />;
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
      {list.hasMore ? (
        <Button busy={list.loading} onClick={list.more}>
          Show older posts
        </Button>
      ) : null}
    </Stack>
  );
}
