import { AdjustmentsView } from '#features/across/operator/adjustments/adjustments-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(AdjustmentsView);
