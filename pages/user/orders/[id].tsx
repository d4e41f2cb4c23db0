import { OwnOrderView } from '#features/orders/order-view';
import { page } from '#shell/page';

export default page(OwnOrderView, { authenticate: true });
