import { CreatorView } from '#features/across/operator/creators/creator-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(CreatorView);
