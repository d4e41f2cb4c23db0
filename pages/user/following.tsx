import { FollowingView, followingQuestions } from '#features/content/community/following-view.tsx';
import { loadAnswers } from '#shell/access/load-answers.ts';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(
  FollowingView,
  { authenticate: true, width: 'feed' },
  loadAnswers(followingQuestions),
);
