import { OrdersView, orderQuestions } from '#features/trade/shop/orders/orders-view.tsx';
import { loadAnswers } from '#shell/access/load-answers.ts';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(OrdersView, { authenticate: true }, loadAnswers(orderQuestions));
