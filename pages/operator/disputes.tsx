import { DisputesView } from '#features/across/operator/payments/disputes-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(DisputesView);
