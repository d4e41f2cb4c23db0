import { CreatorsView } from '#features/operator/creators/creators-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(CreatorsView);
