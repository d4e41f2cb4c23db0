import type { SitePost } from '#contract/base/site.ts';
import { routes } from '#config/routes.ts';
import { formatDay } from '#lib/format-time.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { getSitePost } from '#services/base/site.ts';
import { useRead } from '#state/query/hooks.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import type { SitePostData } from './load-site-posts.ts';
import styles from './site-posts.module.css';

function Content({ post }: { post: SitePost }) {
  const isPage = post.kind === 'page';
  const moment = isPage ? post.updatedAt : post.publishedAt;
  // The date may differ between the time zones of server and user.
  const when = (
    <time dateTime={moment} suppressHydrationWarning>
      {isPage ? `Last updated on ${formatDay(moment)}` : formatDay(moment)}
    </time>
  );
  return (
    <article>
      <PageHead
        title={post.title}
        description={post.summary || post.title}
        canonical={routes.sitePost(post.slug)}
      />
      <PageHeader title={post.title} text={when} />
      {/* oxlint-disable-next-line react/no-danger -- sanitized by the backend when saved and when served; the
          site's policy lets nothing in it run */}
      <div className={styles.prose} dangerouslySetInnerHTML={{ __html: post.html }} />
    </article>
  );
}

function Loaded() {
  const id = useRouteParam('id');
  const request = useRead(getSitePost, id === '' ? null : { params: { id } });
  return (
    <LoadedView
      request={request}
      skeleton={
        <Skeleton label="Loading">
          <Stack>
            <SkeletonBlock height={36} width="60%" />
            <SkeletonBlock height={320} />
          </Stack>
        </Skeleton>
      }
      notFound={
        <NotFound
          title="Page not found"
          text="It may have been removed."
          action={<ButtonLink href={routes.sitePosts}>News</ButtonLink>}
        />
      }
    >
      {(post) => <Content post={post} />}
    </LoadedView>
  );
}

/** `/posts/[id]`: a post or page by the operator. */
export const SitePostView = ({ post }: Partial<SitePostData>) =>
  post ? <Content post={post} /> : <Loaded />;
