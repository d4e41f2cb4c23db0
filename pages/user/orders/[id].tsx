import { OwnOrderView } from '#features/shop/order-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(OwnOrderView, { authenticate: true });
