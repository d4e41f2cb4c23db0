import { PromotionsView, promotionQuestions } from '#features/trade/subscriptions/promotions-view.tsx';
import { loadAnswers } from '#shell/access/load-answers.ts';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(
  PromotionsView,
  { authenticate: true, onlyPerformer: true },
  loadAnswers(promotionQuestions),
);
