import ListOrdered from 'lucide-react/icons/list-ordered';
import { routes } from '#config/routes.ts';
import type { PostSeries } from '#contract/content/posts/series.ts';
import { type InfinitePages, toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { MediaCardGrid, MediaItemSkeleton } from '#components/content/media-items/media-grid.tsx';
import { listCreatorSeries } from '#services/content/posts/series.ts';
import { useList } from '#state/query/hooks.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import type { MediaItemsProps } from './more-tabs.ts';
import { NoMediaItems } from './no-media-items.tsx';
import { SeriesCard, seriesRatio } from './series-card.tsx';

const SeriesSkeleton = ({ count }: { count: number }) => (
  <MediaItemSkeleton label="Loading series" ratio={seriesRatio} count={count} />
);

function Found({ list, performer, own }: MediaItemsProps & { list: InfinitePages<PostSeries> }) {
  if (list.items.length > 0)
    return (
      <MediaCardGrid<PostSeries> list={list} label="Series" skeleton={<SeriesSkeleton count={3} />}>
        {(series) => <SeriesCard series={series} />}
      </MediaCardGrid>
    );
  if (list.waiting) return <SeriesSkeleton count={Math.min(6, Math.max(1, performer.series))} />;
  if (list.error) return <ErrorState compact level={3} text={list.error} onRetry={list.more} />;
  return (
    <NoMediaItems
      what="series"
      icon={<ListOrdered size={28} />}
      searched={false}
      creator={own ? null : performer.name}
      action={<ButtonLink href={routes.postSeries}>Manage series</ButtonLink>}
    />
  );
}

/** A creator's series of posts, the one with the newest post first. */
export function ProfileSeries({ performer, own }: MediaItemsProps) {
  const list = toInfinitePages(useList(listCreatorSeries, { query: { performerId: performer._id } }));
  return (
    <>
      <h2>
        <VisuallyHidden>Series</VisuallyHidden>
      </h2>
      <Found list={list} performer={performer} own={own} />
    </>
  );
}
