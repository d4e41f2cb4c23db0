import { StudioSeriesView, seriesQuestions } from '#features/content/posts/series/studio-series-view.tsx';
import { loadAnswers } from '#shell/access/load-answers.ts';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(
  StudioSeriesView,
  { authenticate: true, onlyPerformer: true },
  loadAnswers(seriesQuestions),
);
