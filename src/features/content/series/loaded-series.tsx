import ListX from 'lucide-react/icons/list-x';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { getSeries } from '#services/content/posts/series.ts';
import { useRead } from '#state/query/hooks.ts';
import { SeriesContent, SeriesSkeleton } from './series-content.tsx';

/** A series' page where the server sent no data. */
export function LoadedSeries() {
  const id = useRouteParam('id');
  const request = useRead(getSeries, id === '' ? null : { params: { id } });
  return (
    <LoadedView
      request={request}
      skeleton={<SeriesSkeleton />}
      notFound={
        <NotFound
          icon={<ListX size={28} />}
          title="Series not found"
          text="The link may be broken or the series removed."
        />
      }
    >
      {(series) => <SeriesContent key={series._id} series={series} />}
    </LoadedView>
  );
}
