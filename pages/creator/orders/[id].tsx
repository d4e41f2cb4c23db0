import { SaleView } from '#features/orders/order-view';
import { page } from '#shell/page';

export default page(SaleView, { authenticate: true, onlyPerformer: true });
