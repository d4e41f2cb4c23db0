import { EditGalleryView } from '#features/content/galleries/edit-gallery-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(EditGalleryView, { authenticate: true, onlyPerformer: true });
