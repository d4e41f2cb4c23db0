import { SalesView } from '#features/orders/orders-view';
import { page } from '#shell/page';

export default page(SalesView, { authenticate: true, onlyPerformer: true });
