import { BookmarksView } from '#features/bookmarks/bookmarks-view';
import { page } from '#shell/page';

export default page(BookmarksView, { authenticate: true, width: 'feed' });
