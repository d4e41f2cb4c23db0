import { ListsView } from '#features/content/library/lists/lists-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(ListsView, { authenticate: true, width: 'feed' });
