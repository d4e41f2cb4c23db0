import { PromotionsView } from '#features/trade/subscriptions/promotions-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(PromotionsView, { authenticate: true, onlyPerformer: true });
