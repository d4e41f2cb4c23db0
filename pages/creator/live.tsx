import { StudioLiveView } from '#features/talk/live/studio/studio-live-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(StudioLiveView, { authenticate: true, onlyPerformer: true });
