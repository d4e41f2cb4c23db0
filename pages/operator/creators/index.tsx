import { CreatorsView } from '#features/across/operator/creators/creators-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(CreatorsView);
