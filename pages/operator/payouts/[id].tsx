import { PayoutView } from '#features/across/operator/payouts/payout-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(PayoutView);
