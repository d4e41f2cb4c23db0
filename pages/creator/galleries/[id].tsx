import { EditGalleryView } from '#features/studio-galleries/edit-gallery-view';
import { page } from '#shell/page';

export default page(EditGalleryView, { authenticate: true, onlyPerformer: true });
