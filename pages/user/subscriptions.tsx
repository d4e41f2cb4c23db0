import {
  SubscriptionsView,
  subscriptionQuestions,
} from '#features/trade/subscriptions/subscriptions-view.tsx';
import { loadAnswers } from '#shell/access/load-answers.ts';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(SubscriptionsView, { authenticate: true }, loadAnswers(subscriptionQuestions));
