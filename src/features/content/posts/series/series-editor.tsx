import ArrowLeft from 'lucide-react/icons/arrow-left';
import ListOrdered from 'lucide-react/icons/list-ordered';
import { useRouter } from 'next/router';
import { Suspense, useEffect, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import type { OwnPostSeries } from '#contract/content/posts/series.ts';
import { problemMessage } from '#lib/problem.ts';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import {
  getOwnSeries,
  listOwnSeriesPosts,
  placeInSeries,
  removeFromSeries,
} from '#services/content/posts/series.ts';
import { useList, useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Link } from '#ui/content/link.tsx';
import { Skeleton, SkeletonBlock, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { countPosts } from './series-list.tsx';
import { SeriesMenu } from './series-menu.tsx';
import { SeriesParts } from './series-parts.tsx';
import styles from './series.module.css';
import { useSeriesOrder } from './use-series-order.ts';

const AddPosts = lazyPart(async () => (await import('./add-posts.tsx')).AddPosts);

const Back = () => (
  <Link href={routes.postSeries} shallow className={styles.back}>
    <ArrowLeft size={18} aria-hidden="true" /> All series
  </Link>
);

/** Loads all posts of a series, because reordering needs all of them. */
function useAllPosts(id: string) {
  const query = useList(
    listOwnSeriesPosts,
    { params: { id }, query: { limit: 100 } },
    { refetchOnMountOrArgChange: true },
  );
  const { hasNextPage, isFetching, fetchNextPage, error } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  return toInfinitePages(query);
}

/** Takes a post out of the series, and puts it back where it was if that is undone. */
function useRemoving(id: string) {
  const [remove] = useWrite(removeFromSeries);
  const [place] = useWrite(placeInSeries);
  return async (postId: string, at: number) => {
    const { error } = await remove({ params: { id, postId } });
    if (error) {
      toast.error(problemMessage(error));
      return;
    }
    const undo = async () => {
      const again = await place({ params: { id, postId }, body: { position: at + 1 } });
      if (again.error) toast.error(problemMessage(again.error));
    };
    toast.success('Removed from the series', { action: { label: 'Undo', run: () => void undo() } });
  };
}

const PartsSkeleton = ({ count }: { count: number }) => (
  <Skeleton label="Loading the posts of the series">
    <Stack gap={12}>
      {Array.from({ length: Math.min(12, count) }, (_, at) => (
        <SkeletonBlock key={at} height={64} width="100%" />
      ))}
    </Stack>
  </Skeleton>
);

function Parts({ series, onAdd }: { series: OwnPostSeries; onAdd: () => void }) {
  const list = useAllPosts(series._id);
  const { posts, move } = useSeriesOrder(series._id, list.items);
  const remove = useRemoving(series._id);
  if (list.error) return <ErrorState level={2} text={list.error} onRetry={list.more} />;
  if (!list.known || list.hasMore) return <PartsSkeleton count={Math.max(1, series.posts)} />;
  if (posts.length === 0)
    return (
      <EmptyState
        icon={<ListOrdered size={28} />}
        title="No posts in this series yet"
        text="Add existing posts, or choose this series when you write a new one."
        action={<Button onClick={onAdd}>Add posts</Button>}
      />
    );
  return (
    <SeriesParts
      posts={posts}
      label={`Posts of ${series.title}`}
      onMove={move}
      onRemove={(post: OwnPost) => void remove(post._id, posts.indexOf(post))}
    />
  );
}

function Content({ series }: { series: OwnPostSeries }) {
  const router = useRouter();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <Row wrap={false} justify="between">
        <Back />
        <SeriesMenu
          series={series}
          onDeleted={() => void router.replace(routes.postSeries, undefined, { shallow: true })}
        />
      </Row>
      <PageHeader
        title={<bdi className={styles.heading}>{series.title}</bdi>}
        text={countPosts(series)}
        actions={
          <Button variant="primary" onClick={() => setAdding(true)}>
            Add posts
          </Button>
        }
      />
      {series.description ? <p className={styles.description}>{series.description}</p> : null}
      {series.posts > 1 ? (
        <p className={styles.facts}>
          Drag posts to reorder them, or use the arrows. Readers see only the published posts.
        </p>
      ) : null}
      <Parts series={series} onAdd={() => setAdding(true)} />
      {isAdding ? (
        <Suspense fallback={null}>
          <AddPosts seriesId={series._id} onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

const PageSkeleton = () => (
  <Skeleton label="Loading the series">
    <Stack gap={24}>
      <SkeletonBlock height={40} width={140} />
      <SkeletonText lines={2} />
      {[1, 2, 3, 4].map((row) => (
        <SkeletonBlock key={row} height={64} width="100%" />
      ))}
    </Stack>
  </Skeleton>
);

/** `/creator/feeds/series?series=…`: one series, to be arranged. */
export function SeriesEditor({ id }: { id: string }) {
  const request = useRead(getOwnSeries, { params: { id } }, { refetchOnMountOrArgChange: true });
  return (
    <Stack gap={24}>
      <PageHead title={request.currentData?.title ?? 'Series'} unlisted />
      <LoadedView
        request={request}
        skeleton={<PageSkeleton />}
        notFound={
          <EmptyState
            action={<Back />}
            level={1}
            icon={<ListOrdered size={28} />}
            title="This series doesn’t exist"
            text="It may have been deleted, or it belongs to someone else."
          />
        }
      >
        {(series) => <Content series={series} />}
      </LoadedView>
    </Stack>
  );
}
