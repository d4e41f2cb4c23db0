import { VideosView } from '#features/studio-videos/videos-view';
import { page } from '#shell/page';

export default page(VideosView, { authenticate: true, onlyPerformer: true });
