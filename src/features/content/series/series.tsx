import ListOrdered from 'lucide-react/icons/list-ordered';
import Share2 from 'lucide-react/icons/share-2';
import { routes } from '#config/routes.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import type { PostSeries } from '#contract/content/posts/series.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { plural } from '#lib/format.ts';
import { shortText } from '#lib/short-text.ts';
import { Person } from '#components/people/accounts/person.tsx';
import { share } from '#components/content/community/share.ts';
import { type InfinitePages, toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { PostList } from '#components/content/posts/post-list.tsx';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { postsAPage } from '#services/content/posts/posts.ts';
import { listSeriesPosts } from '#services/content/posts/series.ts';
import { useSeededList } from '#state/query/use-seeded.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { useAppSelector } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import styles from './series.module.css';

const editPath = (id: string): string => `${routes.postSeries}?series=${id}`;

function Head({ series }: { series: PostSeries }) {
  const { _id, title, description, performer, posts } = series;
  const isMine = useAppSelector(selectAuthUser)?._id === performer._id;
  const path = routes.series(_id);
  return (
    <Stack>
      <PageHead
        title={`${title} by ${performer.name}`}
        description={
          shortText(description, 160) || `A series of ${plural(posts, 'post')} by ${performer.name}.`
        }
        preview
        canonical={path}
        unlisted={posts === 0}
      />
      <PageHeader
        title={<bdi className={styles.words}>{title}</bdi>}
        text={`Series · ${plural(posts, 'post')}`}
        actions={
          <>
            {isMine ? <ButtonLink href={editPath(_id)}>Edit series</ButtonLink> : null}
            <Button
              icon={<Share2 size={18} aria-hidden="true" />}
              onClick={() => share(path, `${title} by ${performer.name}`)}
            >
              Share
            </Button>
          </>
        }
      />
      {description ? <p className={styles.description}>{description}</p> : null}
      <Person person={performer} />
    </Stack>
  );
}

function Posts({ series, list }: { series: PostSeries; list: InfinitePages<Post> }) {
  const { known, items, hasMore, loading, error, more } = list;
  if (!known && !error) return <PostSkeleton count={2} />;
  if (items.length === 0 && error) return <ErrorState level={2} text={error} onRetry={more} />;
  if (items.length === 0)
    return (
      <EmptyState
        level={2}
        icon={<ListOrdered size={28} />}
        title="No published posts yet"
        text="Only you can see this series until one of its posts is published."
        action={<ButtonLink href={editPath(series._id)}>Edit series</ButtonLink>}
      />
    );
  return (
    <PostList
      posts={items}
      hasMore={hasMore}
      loading={loading}
      error={error}
      onMore={more}
      label={`Posts of ${series.title}`}
      ofSeries={series._id}
    />
  );
}

/** A series: what it is, whose, and its posts from the first. */
export function Series({
  series,
  first,
}: {
  series: PostSeries;
  first?: ReplyOf<'GET /post-series/:id/posts'> | undefined;
}) {
  const input = { params: { id: series._id }, query: { limit: postsAPage } };
  const posts = useSeededList(listSeriesPosts, input, first);
  const list = toInfinitePages(posts);
  // The server sent fewer than a page has, so that the first page already goes on.
  const isSent = first !== undefined && posts.currentData?.pages[0] === first;
  const more = () => void posts.refetch();
  return (
    <Stack gap={24}>
      <Head series={series} />
      <Posts series={series} list={isSent ? { ...list, loading: posts.isFetching, more } : list} />
    </Stack>
  );
}
