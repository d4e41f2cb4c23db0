import { OverviewView } from '#features/operator/overview/overview-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(OverviewView);
