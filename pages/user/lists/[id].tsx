import { ListView } from '#features/content/library/lists/list-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(ListView, { authenticate: true, width: 'feed' });
