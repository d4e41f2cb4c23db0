import { StudioSeriesView } from '#features/content/posts/series/studio-series-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(StudioSeriesView, { authenticate: true, onlyPerformer: true });
