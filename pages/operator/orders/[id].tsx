import { OrderCaseView } from '#features/across/operator/orders/order-case-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(OrderCaseView);
