import { LibraryView } from '#features/library/library-view';
import { page } from '#shell/page';

export default page(LibraryView, { authenticate: true, width: 'feed' });
