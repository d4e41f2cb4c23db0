import { HealthView } from '#features/operator/figures/health-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(HealthView);
