import { SaleView } from '#features/shop/order-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(SaleView, { authenticate: true, onlyPerformer: true });
