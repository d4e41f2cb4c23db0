import { VideosView } from '#features/videos/studio-videos-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(VideosView, { authenticate: true, onlyPerformer: true });
