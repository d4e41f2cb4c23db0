import { NewGalleryView } from '#features/content/galleries/new-gallery-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(NewGalleryView, { authenticate: true, onlyPerformer: true });
