import { PayoutsView, payoutQuestions } from '#features/trade/payouts/payouts-view.tsx';
import { loadAnswers } from '#shell/access/load-answers.ts';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(
  PayoutsView,
  { authenticate: true, onlyPerformer: true },
  loadAnswers(payoutQuestions),
);
