import { PhotosView } from '#features/content/galleries/studio-photos-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(PhotosView, { authenticate: true, onlyPerformer: true });
