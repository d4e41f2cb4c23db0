import { CaseView } from '#features/across/operator/cases/case-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(CaseView);
