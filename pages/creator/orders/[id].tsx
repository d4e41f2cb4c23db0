import { SaleView } from '#features/trade/shop/orders/order-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(SaleView, { authenticate: true, onlyPerformer: true });
