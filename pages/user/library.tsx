import { LibraryView } from '#features/library/library-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(LibraryView, { authenticate: true, width: 'feed' });
