import { PhotosView } from '#features/studio-galleries/photos-view';
import { page } from '#shell/page';

export default page(PhotosView, { authenticate: true, onlyPerformer: true });
