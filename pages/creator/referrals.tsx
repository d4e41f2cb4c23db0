import { CreatorReferralsView, referralQuestions } from '#features/money/referrals/referrals-view.tsx';
import { loadAnswers } from '#shell/access/load-answers.ts';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(
  CreatorReferralsView,
  { authenticate: true, onlyPerformer: true },
  loadAnswers(referralQuestions),
);
