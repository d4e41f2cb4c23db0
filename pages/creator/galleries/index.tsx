import { GalleriesView } from '#features/content/galleries/studio-galleries-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(GalleriesView, { authenticate: true, onlyPerformer: true });
