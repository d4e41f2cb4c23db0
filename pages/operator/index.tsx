import { OverviewView } from '#features/across/operator/overview/overview-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(OverviewView);
