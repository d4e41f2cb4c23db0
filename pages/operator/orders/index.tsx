import { OrderCasesView } from '#features/across/operator/orders/order-cases-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(OrderCasesView);
