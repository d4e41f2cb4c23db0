import { RequestsView } from '#features/content/videos/co-creator-requests-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(RequestsView, { authenticate: true, onlyPerformer: true, width: 'feed' });
