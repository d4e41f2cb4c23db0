import { AdjustmentView } from '#features/across/operator/adjustments/adjustment-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(AdjustmentView);
