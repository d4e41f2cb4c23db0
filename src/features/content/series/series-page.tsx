import ListX from 'lucide-react/icons/list-x';
import { limits } from '#config/limits.ts';
import type { PostSeries } from '#contract/content/posts/series.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import type { Api } from '#services/http/api.ts';
import { getSeries, listSeriesPosts } from '#services/content/posts/series.ts';
import { useSeeded } from '#state/query/use-seeded.ts';
import { Series } from './series.tsx';
import { SeriesSkeleton } from './series-skeleton.tsx';

interface SeriesData {
  readonly series: PostSeries;
  readonly first: ReplyOf<'GET /post-series/:id/posts'>;
}

/** Loads what a series' page is rendered with. */
export async function loadSeries({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<SeriesData> {
  const id = query['id'] ?? '';
  const [series, first] = await Promise.all([
    getSeries(api, { params: { id } }),
    listSeriesPosts(api, { params: { id }, query: { limit: limits.firstPosts.home } }),
  ]);
  return { series, first };
}

const notFound = (
  <NotFound
    icon={<ListX size={28} />}
    title="Series not found"
    text="The link may be broken or the series removed."
  />
);

function Loaded({ id, series, first }: Partial<SeriesData> & { readonly id: string }) {
  const isKnown = series !== undefined || id === '';
  const request = useSeeded(getSeries, isKnown ? null : { params: { id } }, series);
  return (
    <LoadedView request={request} skeleton={<SeriesSkeleton />} notFound={notFound}>
      {(shown) => <Series key={shown._id} series={shown} first={first} />}
    </LoadedView>
  );
}

/** `/series/[id]`. */
export function SeriesPage({ series, first }: Partial<SeriesData>) {
  const routeId = useRouteParam('id');
  const id = series?._id ?? routeId;
  return <Loaded key={id} id={id} series={series} first={first} />;
}
