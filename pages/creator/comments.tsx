import { HeldCommentsView } from '#features/content/community/held-comments-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(HeldCommentsView, { authenticate: true, onlyPerformer: true, width: 'feed' });
