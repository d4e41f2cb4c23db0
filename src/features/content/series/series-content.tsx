import ListOrdered from 'lucide-react/icons/list-ordered';
import Share2 from 'lucide-react/icons/share-2';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import type { PostSeries } from '#contract/content/posts/series.ts';
import { plural } from '#lib/format.ts';
import { shortText } from '#lib/short-text.ts';
import { Person } from '#components/people/accounts/person.tsx';
import { share } from '#components/content/community/share.ts';
import type { InfinitePages } from '#components/base/lists/infinite-list.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { useLive } from '#state/query/use-live.ts';
import { PostList } from '#components/content/posts/post-list.tsx';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { selectAuthUser } from '#state/session/auth.ts';
import { useAppSelector } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { Skeleton, SkeletonBlock, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import type { SeriesData } from './load-series.ts';
import styles from './series.module.css';

const LivePosts = lazyPart(async () => (await import('./live-posts.ts')).LivePosts);

/** In the shape of a series' page. */
export const SeriesSkeleton = () => (
  <Stack gap={24}>
    <Skeleton label="Loading the series">
      <Stack gap={12}>
        <SkeletonBlock height={32} width="60%" />
        <SkeletonText lines={2} />
        <SkeletonBlock height={48} width={220} />
      </Stack>
    </Skeleton>
    <PostSkeleton count={2} />
  </Stack>
);

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

type List = Pick<InfinitePages<Post>, 'items' | 'hasMore' | 'loading' | 'error' | 'more'>;

function Posts({ series, list }: { series: PostSeries; list: List | null }) {
  if (!list) return <PostSkeleton count={2} />;
  const { items, hasMore, loading, error, more } = list;
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

const listOf = (first: SeriesData['first'], more: () => void, loading: boolean): List => ({
  items: first.data,
  hasMore: Boolean(first.nextCursor),
  loading,
  error: null,
  more,
});

/** A series: what it is, whose, and its posts from the first. */
export function SeriesContent({
  series,
  first,
}: {
  series: PostSeries;
  first?: SeriesData['first'] | undefined;
}) {
  const [live, begin] = useLive(first === undefined);
  const [known, setKnown] = useState<List | null>(null);
  return (
    <Stack gap={24}>
      <Head series={series} />
      <Posts series={series} list={known ?? (first ? listOf(first, begin, live) : null)} />
      {live ? (
        <LazyClient skeleton={null}>
          <LivePosts id={series._id} onList={setKnown} />
        </LazyClient>
      ) : null}
    </Stack>
  );
}
