import { PayoutsView } from '#features/across/operator/payouts/payouts-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(PayoutsView);
