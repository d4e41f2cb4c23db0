import { FollowersView, followerQuestions } from '#features/content/community/followers-view.tsx';
import { loadAnswers } from '#shell/access/load-answers.ts';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(
  FollowersView,
  { authenticate: true, onlyPerformer: true },
  loadAnswers(followerQuestions),
);
