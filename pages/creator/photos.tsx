import { PhotosView, photoQuestions } from '#features/content/galleries/studio-photos-view.tsx';
import { loadAnswers } from '#shell/access/load-answers.ts';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(
  PhotosView,
  { authenticate: true, onlyPerformer: true },
  loadAnswers(photoQuestions),
);
