import { CasesView } from '#features/across/operator/cases/cases-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(CasesView);
