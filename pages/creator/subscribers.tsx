import { SubscribersView, subscriberQuestions } from '#features/trade/subscriptions/subscribers-view.tsx';
import { loadAnswers } from '#shell/access/load-answers.ts';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(
  SubscribersView,
  { authenticate: true, onlyPerformer: true },
  loadAnswers(subscriberQuestions),
);
