import { EditVideoView } from '#features/studio-videos/edit-video-view';
import { page } from '#shell/page';

export default page(EditVideoView, { authenticate: true, onlyPerformer: true });
