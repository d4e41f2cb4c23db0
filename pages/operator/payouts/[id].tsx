import { PayoutView } from '#features/operator/payouts/payout-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(PayoutView);
