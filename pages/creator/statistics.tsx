import { StatisticsView } from '#features/across/statistics/statistics-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(StatisticsView, { authenticate: true, onlyPerformer: true });
