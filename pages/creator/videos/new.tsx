import { NewVideoView } from '#features/content/videos/new-video-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(NewVideoView, { authenticate: true, onlyPerformer: true });
