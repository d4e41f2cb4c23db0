import { OwnOrderView } from '#features/trade/shop/orders/order-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(OwnOrderView, { authenticate: true });
