import { SeriesView } from '#features/content/series/series-view.tsx';
import { loadSeries } from '#features/content/series/load-series.ts';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(SeriesView, { noredirect: true, layout: 'geoBlock', width: 'feed' });
export const getServerSideProps = serverProps(loadSeries);
