import { PromotionsView } from '#features/subscriptions/promotions-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(PromotionsView, { authenticate: true, onlyPerformer: true });
