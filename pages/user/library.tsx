import { LibraryView } from '#features/content/library/library-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(LibraryView, { authenticate: true, width: 'feed' });
