import { JobsView } from '#features/across/operator/background/jobs-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(JobsView);
