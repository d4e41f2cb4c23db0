import { SalesView } from '#features/trade/shop/orders/orders-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(SalesView, { authenticate: true, onlyPerformer: true });
