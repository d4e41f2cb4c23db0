import { NewVideoView } from '#features/studio-videos/new-video-view';
import { page } from '#shell/page';

export default page(NewVideoView, { authenticate: true, onlyPerformer: true });
