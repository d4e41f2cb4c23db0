import { GalleriesView } from '#features/studio-galleries/galleries-view';
import { page } from '#shell/page';

export default page(GalleriesView, { authenticate: true, onlyPerformer: true });
