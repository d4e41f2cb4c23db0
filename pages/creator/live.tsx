import { StudioLiveView } from '#features/live/studio/studio-live-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(StudioLiveView, { authenticate: true, onlyPerformer: true });
