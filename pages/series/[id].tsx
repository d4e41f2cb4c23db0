import { SeriesPage, loadSeries } from '#features/content/series/series-page.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(SeriesPage, { noredirect: true, layout: 'geoBlock', width: 'feed' });
export const getServerSideProps = serverProps(loadSeries);
