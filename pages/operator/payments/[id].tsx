import { PaymentView } from '#features/operator/payments/payment-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(PaymentView);
