import { type QueryParams, useQueryParams } from '#components/base/lists/query-params.ts';
import { allOwnSeries, listOwnSeries } from '#services/content/posts/series.ts';
import { question } from '#services/http/endpoints.ts';
import { SeriesEditor } from './series-editor.tsx';
import { SeriesList } from './series-list.tsx';

/** What the page asks first. One series is left to its editor. */
export const seriesQuestions = (get: QueryParams['get']) =>
  get('series') === '' ? [question(listOwnSeries, allOwnSeries)] : [];

/** `/creator/feeds/series`: the creator's series; with `?series=…`, one of them. */
export function StudioSeriesView() {
  const id = useQueryParams().get('series');
  return id === '' ? <SeriesList /> : <SeriesEditor key={id} id={id} />;
}
