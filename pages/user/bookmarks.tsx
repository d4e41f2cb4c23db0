import { BookmarksView } from '#features/content/library/bookmarks-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(BookmarksView, { authenticate: true, width: 'feed' });
