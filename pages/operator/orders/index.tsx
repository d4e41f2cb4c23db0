import { OrderCasesView } from '#features/operator/orders/order-cases-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(OrderCasesView);
