import { OrdersView } from '#features/orders/orders-view';
import { page } from '#shell/page';

export default page(OrdersView, { authenticate: true });
