import { useQueryParams } from '#components/base/lists/query-params.ts';
import { SeriesEditor } from './series-editor.tsx';
import { SeriesList } from './series-list.tsx';

/** `/creator/feeds/series`: the creator's series; with `?series=…`, one of them. */
export function StudioSeriesView() {
  const id = useQueryParams().get('series');
  return id === '' ? <SeriesList /> : <SeriesEditor key={id} id={id} />;
}
