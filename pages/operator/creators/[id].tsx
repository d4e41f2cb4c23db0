import { CreatorView } from '#features/operator/creators/creator-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(CreatorView);
