import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import type { SeriesData } from './load-series.ts';
import { SeriesContent, SeriesSkeleton } from './series-content.tsx';

/** Loads only if the server sent no data. */
const LoadedSeries = lazyPart(async () => (await import('./loaded-series.tsx')).LoadedSeries);

/** `/series/[id]`. */
export const SeriesView = ({ series, first }: Partial<SeriesData>) =>
  series ? (
    <SeriesContent key={series._id} series={series} first={first} />
  ) : (
    <LazyClient skeleton={<SeriesSkeleton />}>
      <LoadedSeries />
    </LazyClient>
  );
