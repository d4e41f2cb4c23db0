import { PaymentView } from '#features/across/operator/payments/payment-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(PaymentView);
