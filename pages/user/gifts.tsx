import { GiftsView, giftQuestions } from '#features/trade/subscriptions/gifts-view.tsx';
import { loadAnswers } from '#shell/access/load-answers.ts';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(GiftsView, { authenticate: true }, loadAnswers(giftQuestions));
