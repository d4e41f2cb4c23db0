import { HealthView } from '#features/across/operator/figures/health-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(HealthView);
