import { CreatorHomeView } from '#features/across/creator-home/creator-home-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(CreatorHomeView, { authenticate: true, onlyPerformer: true });
