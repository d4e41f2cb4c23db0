import { EditVideoView } from '#features/content/videos/edit-video-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(EditVideoView, { authenticate: true, onlyPerformer: true });
