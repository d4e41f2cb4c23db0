import { StudioVideosView, loadStudioVideos } from '#features/content/videos/studio-videos-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(StudioVideosView, { authenticate: true, onlyPerformer: true }, loadStudioVideos);
