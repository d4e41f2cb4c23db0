import { OrdersView } from '#features/trade/shop/orders/orders-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(OrdersView, { authenticate: true });
