import { NewGalleryView } from '#features/studio-galleries/new-gallery-view';
import { page } from '#shell/page';

export default page(NewGalleryView, { authenticate: true, onlyPerformer: true });
