import { PromotionsView } from '#features/promotions/promotions-view';
import { page } from '#shell/page';

export default page(PromotionsView, { authenticate: true, onlyPerformer: true });
